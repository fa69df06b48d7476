import { z } from "zod";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { field } from "../api/field.ts";
import { Problem } from "../api/problem.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { existingRole, type Role } from "./role.ts";
import { findSecretId, putSecretId, removeSecretId, type StoredSecretId } from "./secret-id.ts";

export const invalidLogin = "invalid role or secret ID";

/**
 * Counts one login with the secret id that is stored under `key`. On a secondary, the primary
 * counts the uses of shared secret ids. Throws a Problem if the secret id is unknown, expired or
 * used up.
 */
export async function countUse(
  context: HandlerContext,
  { name, role, key }: { name: string; role: Role; key: string },
): Promise<void> {
  if (role.localSecretIds || context.isPrimary()) return countUseHere(context, role, key);
  // Only one cluster counts the uses of a secret id; otherwise two clusters could each accept the last one.
  await context.requestFromPrimary(`role/${name}/secret-id/spend`, { secret_id_key: key });
}

export const countUseEndpoint: Endpoint<HandlerContext> = {
  path: "role/:role_name/secret-id/spend",
  operations: {
    write: operation({
      summary: "Count a use of a secret id for a login on a secondary",
      served: "by-primary",
      internal: true,
      input: z.object({ role_name: field.foldedName, secret_id_key: field.text }),
      async run({ role_name, secret_id_key }, context: HandlerContext) {
        await countUseHere(context, await existingRole(context.storage, role_name), secret_id_key);
        return undefined;
      },
    }),
  },
};

function countUseHere(context: HandlerContext, role: Role, key: string): Promise<void> {
  return context.withLock(`secret-id/${key}`, async () => {
    const secretId = await findSecretId(role, key, context);
    if (!secretId) throw new Problem("refused", invalidLogin);
    if (secretId.uses > 0) await context.storage.commit(afterUse(role, { key, secretId }, context));
  });
}

function afterUse(role: Role, { key, secretId }: StoredSecretId, { clock }: HandlerContext) {
  if (secretId.uses === 1) return removeSecretId(role, { key, secretId });
  return putSecretId(role, { key, secretId: { ...secretId, uses: secretId.uses - 1, updatedAt: clock.now() } });
}
