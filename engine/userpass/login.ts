import { z } from "zod";
import { noData } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { field } from "../api/field.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { isInBlocks } from "../core/address/address-block.ts";
import type { Lockout } from "../core/identity/logins/lockout.ts";
import type { HandlerContext, MountContext, RenewalTerms } from "../core/mounts/mount-type.ts";
import { tokenTerms } from "../core/tokens/token-settings.ts";
import { saltBytes } from "../ports/cryptography.ts";
import { type User, userName, users } from "./user.ts";

const loginFields = z.object({ username: field.foldedName, password: field.secret.default("") });

/** Login with a username and a password (W3.9-04, W3.9-05). */
export function loginEndpoint(lockout: Lockout): Endpoint<HandlerContext> {
  return {
    path: "login/:username",
    operations: {
      write: operation({
        summary: "Log in with a password",
        served: "locally",
        statuses: [500, 502],
        unauthenticated: true,
        login: true,
        input: loginFields,
        output: noData,
        async run({ username, password }, context: HandlerContext) {
          const name = userName(username);
          if (password === "") throw new Problem("failed", "missing password");
          lockout.check(context, name);
          const user = await users.read(context.storage, name);
          const isValid = await isPasswordOf(user, password, context);
          // Concurrent attempts may pass the first check; those above the limit are refused here.
          lockout.check(context, name);
          if (!user || !isValid) {
            lockout.failed(context, name, { isKnown: user !== undefined });
            throw new Problem("refused", "invalid username or password");
          }
          const { boundCidrs } = user.tokens;
          if (boundCidrs.length > 0 && !isInBlocks(context.caller.remoteAddress, boundCidrs)) {
            throw new Problem("bad token", "permission denied");
          }
          lockout.succeeded(context, name);
          return context.tokens.issue({
            ...tokenTerms(user.tokens),
            displayName: `${context.mount.path.replace(/\/$/, "")}-${name}`,
            metadata: { username: name },
            alias: { name, metadata: {} },
            internal: { username: name, policies: user.tokens.policies },
          });
        },
      }),
    },
  };
}

/** Also computes a hash for an unknown user, to take the same time. */
async function isPasswordOf(
  user: User | undefined,
  password: string,
  { cryptography, entropy, caller }: HandlerContext,
): Promise<boolean> {
  const client = `login from ${caller.remoteAddress}`;
  if (user) return cryptography.verifyPassword(password, user.passwordHash, client);
  await cryptography.hashPassword(password, entropy.bytes(saltBytes), client);
  return false;
}

const internals = z.object({ username: z.string(), policies: z.array(z.string()) });

/**
 * Returns the user's current TTLs, for a renewal. Throws a Problem "refused" if the user was deleted or its policies
 * changed.
 */
export async function renewLogin(
  internal: JsonObject,
  { storage }: Pick<MountContext, "storage">,
): Promise<RenewalTerms & Readonly<{ periodSeconds: number }>> {
  const { username, policies } = internals.parse(internal);
  const user = await users.read(storage, username);
  if (!user) throw new Problem("refused", "user no longer exists, not renewing");
  const { tokens } = user;
  if (!arePoliciesEqual(tokens.policies, policies)) throw new Problem("refused", "policies have changed, not renewing");
  return { ttlSeconds: tokens.ttlSeconds, maxTtlSeconds: tokens.maxTtlSeconds, periodSeconds: tokens.periodSeconds };
}

/** Ignores `default`, because a separate setting controls it. */
function arePoliciesEqual(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [one, other].map((names) => new Set(names).difference(new Set(["default"])));
  return a !== undefined && b !== undefined && a.symmetricDifference(b).size === 0;
}
