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

/** `sys/rekey/verify`: operators prove that the new key shares arrived. */
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
        summary: "Provide a new key share; with the last one needed, the new key counts",
        input: contribution,
        output: contributedShape,
        async run(given) {
          const { nonce } = given;
          const isDone = await rekeying.verify(shareIn(given), { nonce });
          return isDone ? { nonce, complete: true } : status(context);
        },
      }),
      delete: bareOperation({
        summary: "Begin the verification again",
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
  seal.expectInside();
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
