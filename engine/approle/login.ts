import { z } from "zod";
import { noData } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { field } from "../api/field.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import { isInBlocks } from "../core/address/address-block.ts";
import type { Lockout } from "../core/identity/logins/lockout.ts";
import type { HandlerContext, MountContext, RenewalTerms } from "../core/mounts/mount-type.ts";
import { tokenTerms } from "../core/tokens/token-settings.ts";
import { countUse, invalidLogin } from "./count-use.ts";
import { maxIdLength } from "./revise-role.ts";
import { type Role, roleIds, roles } from "./role.ts";
import { findSecretId, keyOfSecretId, type SecretId } from "./secret-id.ts";

const loginFields = z.object({ role_id: field.text.default(""), secret_id: field.secret.default("") });

/**
 * Login with a role id and, if the role requires it, a secret id. The cluster that receives the login issues the token.
 */
export function loginEndpoint(lockout: Lockout): Endpoint<HandlerContext> {
  return {
    path: "login",
    operations: {
      write: operation({
        summary: "Log in with a role id and a secret id",
        served: "locally",
        statuses: [502],
        unauthenticated: true,
        login: true,
        input: loginFields,
        output: noData,
        async run({ role_id, secret_id }, context: HandlerContext) {
          if (role_id === "") throw new Problem("refused", "missing role_id");
          // No role id is this long, so nothing is read, counted or remembered for it.
          if (role_id.length > maxIdLength) throw new Problem("refused", invalidLogin);
          lockout.check(context, role_id);
          const credentials = await credentialsOf(role_id, secret_id.trim(), context);
          if (!credentials) {
            lockout.failed(context, role_id, { isKnown: (await roleIds.read(context.storage, role_id)) !== undefined });
            throw new Problem("refused", invalidLogin);
          }
          const { name, role, found } = credentials;
          requireAddress(role.secretIdBoundCidrs, "role", context);
          if (found) {
            requireAddress(found.secretId.boundCidrs, "secret ID", context);
            if (found.secretId.uses > 0) await countUse(context, { name, role, key: found.key });
          }
          lockout.succeeded(context, role_id);
          const terms = tokenTerms(role.tokens);
          const { tokenBoundCidrs = [], metadata = {} } = found?.secretId ?? {};
          const tokenMetadata = { ...metadata, role_name: name };
          return context.tokens.issue({
            ...terms,
            boundCidrs: tokenBoundCidrs.length > 0 ? tokenBoundCidrs : terms.boundCidrs,
            displayName: context.mount.path.replace(/\/$/, ""),
            metadata: tokenMetadata,
            alias: { name: role_id, metadata: tokenMetadata },
            internal: { role_name: name },
          });
        },
      }),
    },
  };
}

type Credentials = Readonly<{ name: string; role: Role; found?: Readonly<{ key: string; secretId: SecretId }> }>;

async function credentialsOf(roleId: string, text: string, context: HandlerContext): Promise<Credentials | undefined> {
  const name = await roleIds.read(context.storage, roleId);
  const role = name === undefined ? undefined : await roles.read(context.storage, name);
  if (name === undefined || !role) return undefined;
  if (!role.bindSecretId) return { name, role };
  if (text === "") throw new Problem("refused", "missing secret_id");
  const key = keyOfSecretId(role, text, context);
  const secretId = await findSecretId(role, key, context);
  return secretId && { name, role, found: { key, secretId } };
}

function requireAddress(blocks: readonly string[], owner: string, { caller }: HandlerContext): void {
  if (blocks.length === 0 || isInBlocks(caller.remoteAddress, blocks)) return;
  const what = owner === "role" ? "by CIDR restrictions on the role" : "through CIDR restrictions on the secret ID";
  throw new Problem("refused", `source address ${quoted(caller.remoteAddress)} unauthorized ${what}`);
}

const internals = z.object({ role_name: z.string() });

/** Returns the current TTLs of the token's role, for a renewal. Throws a Problem if the role was deleted. */
export async function renewLogin(
  internal: JsonObject,
  { storage }: Pick<MountContext, "storage">,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { role_name } = internals.parse(internal);
  const role = await roles.read(storage, role_name);
  if (!role) throw new Problem("refused", `role ${quoted(role_name)} does not exist during renewal`);
  const { ttlSeconds, maxTtlSeconds, periodSeconds } = role.tokens;
  return { ttlSeconds, maxTtlSeconds, periodSeconds };
}
