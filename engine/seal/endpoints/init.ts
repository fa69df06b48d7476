import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { newRootToken } from "../root-generation.ts";
import { shareTexts } from "../share-text.ts";
import { bareOperation } from "./bare-operation.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { pgpKey, pgpKeys, refusePgp } from "./pgp.ts";
import { initShape } from "./shapes.ts";

const initInput = z.object({
  secret_shares: field.integer.default(0).meta({ description: "Number of unseal key shares" }),
  secret_threshold: field.integer.default(0).meta({ description: "Number of key shares required to unseal" }),
  pgp_keys: pgpKeys,
  root_token_pgp_key: pgpKey,
  stored_shares: field.integer.default(0),
  recovery_shares: field.integer.default(0),
  recovery_threshold: field.integer.default(0),
  recovery_pgp_keys: pgpKeys,
});

const initializedShape = z.object({ initialized: z.boolean() });

export function initEndpoint({ seal, ports }: ClusterContext): Endpoint<unknown> {
  return {
    path: "sys/init",
    operations: {
      read: bareOperation({
        summary: "Read the initialisation state of the cluster",
        input: noInput,
        output: initializedShape,
        run: async () => ({ initialized: seal.isInitialized }),
      }),
      write: bareOperation({
        summary: "Initialise the cluster; its keys and root token are returned once",
        input: initInput,
        output: initShape,
        async run({ secret_shares, secret_threshold, pgp_keys, root_token_pgp_key, recovery_pgp_keys }) {
          refusePgp({ pgp_keys, root_token_pgp_key, recovery_pgp_keys });
          const rootToken = newRootToken(ports);
          const shares = await seal.initialize({ shares: secret_shares, threshold: secret_threshold }, { rootToken });
          await seal.seal();
          return { ...shareTexts(shares), root_token: rootToken };
        },
      }),
    },
  };
}
