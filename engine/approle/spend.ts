import { z } from "zod";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { field } from "../api/field.ts";
import { Problem } from "../api/problem.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { existingRole, type Role } from "./role.ts";
import { findSecretId, type KeptSecretId, putSecretId, removeSecretId } from "./secret-id.ts";

/** The refusal of a login, whatever of it does not hold. */
export const invalidLogin = "invalid role or secret ID";

/** Counts a login with a secret id that has a limit. Throws a Problem when it was spent meanwhile. */
export async function spend(
  context: HandlerContext,
  { name, role, key }: { name: string; role: Role; key: string },
): Promise<void> {
  if (role.localSecretIds || context.isPrimary()) return spendHere(context, role, key);
  // Uses are counted in one place, or two clusters would each take the last one.
  await context.askPrimary(`role/${name}/secret-id/spend`, { secret_id_key: key });
}

/** Where secondaries have a use of a shared secret id counted. */
export const spendEndpoint: Endpoint<HandlerContext> = {
  path: "role/:role_name/secret-id/spend",
  operations: {
    write: operation({
      summary: "Count a login that a secondary was asked for",
      served: "by-primary",
      internal: true,
      input: z.object({ role_name: field.foldedName, secret_id_key: field.text }),
      async run({ role_name, secret_id_key }, context: HandlerContext) {
        await spendHere(context, await existingRole(context.storage, role_name), secret_id_key);
        return undefined;
      },
    }),
  },
};

/** One after the other: two logins at once must not both take the last use. */
function spendHere(context: HandlerContext, role: Role, key: string): Promise<void> {
  return context.withLock(`secret-id/${key}`, async () => {
    const secretId = await findSecretId(role, key, context);
    if (!secretId) throw new Problem("refused", invalidLogin);
    if (secretId.uses > 0) await context.storage.commit(afterUse(role, { key, secretId }, context));
  });
}

function afterUse(role: Role, { key, secretId }: KeptSecretId, { clock }: HandlerContext) {
  if (secretId.uses === 1) return removeSecretId(role, { key, secretId });
  return putSecretId(role, { key, secretId: { ...secretId, uses: secretId.uses - 1, updatedAt: clock.now() } });
}
