import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { padLength } from "../root-generation.ts";
import { bareOperation } from "./bare-operation.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { contribution, shareIn } from "./contribution.ts";
import { pgpKey, refusePgp } from "./pgp.ts";

const attemptInput = z.object({
  otp: field.secret.default("").meta({
    description: `One-time pad that encodes the token: ${padLength} characters; generated if omitted`,
  }),
  pgp_key: pgpKey,
});

const progressData = z.object({
  nonce: z.string(),
  started: z.boolean(),
  progress: z.int(),
  required: z.int(),
  complete: z.boolean(),
  encoded_token: z.string(),
  encoded_root_token: z.string(),
  pgp_fingerprint: z.string(),
  otp: z.string(),
  otp_length: z.int(),
});

export function generateRootEndpoints({ seal, rootGeneration }: ClusterContext): readonly Endpoint<unknown>[] {
  const status = (more: JsonObject = {}): JsonObject => {
    seal.requireUnsealed();
    const { nonce, started, progress } = rootGeneration.state;
    return {
      nonce,
      started,
      progress,
      required: seal.sharing.threshold,
      complete: false,
      encoded_token: "",
      encoded_root_token: "",
      pgp_fingerprint: "",
      otp: "",
      otp_length: padLength,
      ...more,
    };
  };
  const attempt: Endpoint<unknown>["operations"] = {
    read: bareOperation({
      summary: "Read the progress of the root token generation",
      input: noInput,
      output: progressData,
      run: async () => status(),
    }),
    write: bareOperation({
      summary: "Begin a root token generation",
      input: attemptInput,
      output: progressData,
      async run({ otp, pgp_key }) {
        refusePgp({ pgp_key });
        return status({ otp: rootGeneration.begin({ pad: otp }) });
      },
    }),
    delete: bareOperation({
      summary: "Cancel the root token generation",
      input: noInput,
      async run() {
        seal.requireUnsealed();
        rootGeneration.cancel();
        return undefined;
      },
    }),
  };
  return [
    { path: "sys/generate-root/attempt", operations: attempt },
    {
      path: "sys/generate-root/update",
      operations: {
        write: bareOperation({
          summary: "Provide an unseal key share for a root token generation",
          input: contribution,
          output: progressData,
          async run(fields) {
            const { nonce } = fields;
            const required = seal.sharing.threshold;
            const { hidden } = await rootGeneration.contribute(shareIn(fields), { nonce });
            if (hidden === undefined) return status();
            return status({
              nonce,
              started: true,
              progress: required,
              complete: true,
              encoded_token: hidden,
              encoded_root_token: hidden,
            });
          },
        }),
      },
    },
  ];
}
