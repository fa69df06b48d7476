import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { SystemContext } from "../../core/system-context.ts";
import { bundleOf } from "../operations/activation.ts";
import type { Replication } from "../replication.ts";

const path = "sys/replication/performance/primary/secondary-token";

const defaultTtlSeconds = 1800;

const orderFields = z.object({
  id: field.text,
  ttl: field.seconds.default(defaultTtlSeconds),
  secondary_public_key: field.text.default(""),
});

/** Response data with an encrypted token. A wrapped token is returned in `wrap_info`, without data. */
const encryptedData = z.object({ token: z.string().meta({ secret: true }) });

export function secondaryTokenEndpoint(replication: Replication): Endpoint<SystemContext> {
  return {
    path,
    operations: {
      write: operation({
        summary: "Issue an activation token for a new secondary",
        served: "locally",
        sudo: true,
        input: orderFields,
        output: encryptedData,
        async run({ id, ttl: ttlSeconds, secondary_public_key: publicKey }, context: SystemContext) {
          if (ttlSeconds <= 0) throw new Problem("refused", "ttl must be greater than zero");
          if (publicKey !== "")
            return { data: { token: await replication.activations.inviteEncrypted(id, { publicKey, ttlSeconds }) } };
          const activation = await replication.activations.registerSecondary(id);
          try {
            return { wrap: await context.wrap(bundleOf(activation), { ttlSeconds, creationPath: path }) };
          } catch (error) {
            // A name without a token would be useless, and would prevent another attempt.
            await replication.activations.revokeSecondary(id);
            throw error;
          }
        },
      }),
    },
  };
}
