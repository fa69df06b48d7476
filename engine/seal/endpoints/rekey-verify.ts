import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { bareOperation } from "./bare-operation.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { contribution, shareIn } from "./contribution.ts";

const progressShape = z.object({
  nonce: z.string(),
  started: z.boolean(),
  t: z.int(),
  n: z.int(),
  progress: z.int(),
});

const contributedShape = z.union([progressShape, z.object({ nonce: z.string(), complete: z.literal(true) })]);

/** `sys/rekey/verify`: operators provide the new key shares to prove that they received them. */
export function rekeyVerifyEndpoint(context: ClusterContext): Endpoint<unknown> {
  const { rekeying } = context;
  return {
    path: "sys/rekey/verify",
    operations: {
      read: bareOperation({
        summary: "Read the progress of the verification of new key shares",
        input: noInput,
        output: progressShape,
        run: async () => status(context),
      }),
      write: bareOperation({
        summary: "Provide a new key share; the last one required puts the new key into effect",
        input: contribution,
        output: contributedShape,
        async run(fields) {
          const { nonce } = fields;
          const isDone = await rekeying.verify(shareIn(fields), { nonce });
          return isDone ? { nonce, complete: true } : status(context);
        },
      }),
      delete: bareOperation({
        summary: "Restart the verification",
        input: noInput,
        output: progressShape,
        async run() {
          rekeying.restartVerification();
          return status(context);
        },
      }),
    },
  };
}

function status({ seal, rekeying }: ClusterContext): JsonObject {
  seal.requireUnsealed();
  const { verification, sharing } = rekeying.state;
  if (!verification) throw new Problem("refused", "no rekey verification in progress");
  return {
    nonce: verification.nonce,
    started: true,
    t: sharing.threshold,
    n: sharing.shares,
    progress: verification.progress,
  };
}
