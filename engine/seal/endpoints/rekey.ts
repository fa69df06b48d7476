import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { shareTexts } from "../share-text.ts";
import { bareOperation } from "./bare-operation.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { contribution, shareIn } from "./contribution.ts";
import { pgpKeys, refusePgp } from "./pgp.ts";
import { rekeyVerifyEndpoint } from "./rekey-verify.ts";

const rekeyInput = z.object({
  secret_shares: field.integer.default(0),
  secret_threshold: field.integer.default(0),
  stored_shares: field.integer.default(0),
  pgp_keys: pgpKeys,
  backup: field.boolean.default(false).meta({ description: "Not supported: it needs PGP keys" }),
  require_verification: field.boolean
    .default(false)
    .meta({ description: "True if the old key shares stay valid until the new ones are verified" }),
});

const progressData = z.object({
  nonce: z.string(),
  started: z.boolean(),
  t: z.int(),
  n: z.int(),
  progress: z.int(),
  required: z.int(),
  pgp_fingerprints: z.null(),
  backup: z.boolean(),
  verification_required: z.boolean(),
  verification_nonce: z.string().optional(),
});

const doneData = z.object({
  nonce: z.string(),
  complete: z.literal(true),
  keys: z.array(z.string()),
  keys_base64: z.array(z.string()),
  pgp_fingerprints: z.null(),
  backup: z.boolean(),
  verification_required: z.boolean(),
  verification_nonce: z.string().optional(),
});

const contributedData = z.union([progressData, doneData]);

export function rekeyEndpoints(context: ClusterContext): readonly Endpoint<unknown>[] {
  const { seal, rekeying } = context;
  return [
    {
      path: "sys/rekey/init",
      operations: {
        read: bareOperation({
          summary: "Read the progress of the rekey",
          input: noInput,
          output: progressData,
          run: async () => status(context),
        }),
        write: bareOperation({
          summary: "Begin a rekey: replace the unseal key",
          input: rekeyInput,
          output: progressData,
          async run({ secret_shares, secret_threshold, pgp_keys, backup, require_verification }) {
            refusePgp({ pgp_keys });
            if (backup) {
              const why = "cannot request a backup of the new keys without providing PGP keys for encryption";
              throw new Problem("refused", why);
            }
            const sharing = { shares: secret_shares, threshold: secret_threshold };
            rekeying.begin(sharing, { verified: require_verification });
            return status(context);
          },
        }),
        delete: bareOperation({
          summary: "Cancel the rekey",
          input: noInput,
          async run() {
            seal.requireUnsealed();
            rekeying.cancel();
            return undefined;
          },
        }),
      },
    },
    {
      path: "sys/rekey/update",
      operations: {
        write: bareOperation({
          summary: "Provide an old unseal key share; the last one required returns the new key shares, once",
          input: contribution,
          output: contributedData,
          async run(fields) {
            const { nonce } = fields;
            const done = await rekeying.contribute(shareIn(fields), { nonce });
            if (!done) return status(context);
            const { verificationNonce } = done;
            return {
              nonce: done.nonce,
              complete: true,
              ...shareTexts(done.shares),
              pgp_fingerprints: null,
              backup: false,
              verification_required: verificationNonce !== "",
              ...(verificationNonce === "" ? {} : { verification_nonce: verificationNonce }),
            };
          },
        }),
      },
    },
    rekeyVerifyEndpoint(context),
  ];
}

function status({ seal, rekeying }: ClusterContext): JsonObject {
  seal.requireUnsealed();
  const { nonce, started, sharing, progress, verified, verification } = rekeying.state;
  return {
    nonce,
    started,
    t: sharing.threshold,
    n: sharing.shares,
    progress,
    required: seal.sharing.threshold,
    pgp_fingerprints: null,
    backup: false,
    verification_required: verified,
    ...(verification ? { verification_nonce: verification.nonce } : {}),
  };
}
