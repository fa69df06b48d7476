import { Problem, quoted } from "../../api/problem.ts";
import type { MountLookup } from "../leases/lease-life.ts";
import type { LeaseRequest } from "../leases/lease-times.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Token } from "./token.ts";
import { tokenRoles } from "./token-roles.ts";

export type RealmLookup = MountLookup & Readonly<{ byId(id: string): Realm | undefined }>;

/**
 * Returns the terms that a token's auth method or token role defines now. Throws a Problem if the token cannot be
 * renewed.
 */
export async function renewalTerms(
  { creationTtlSeconds: ttlSeconds, ...token }: Token,
  realms: RealmLookup,
): Promise<Omit<LeaseRequest, "issuedAt" | "now">> {
  if (token.mount === null) {
    const home = realms.byId(token.namespace);
    if (!home) throw new Problem("refused", "lease is not renewable");
    const { defaultSeconds, maxSeconds: longestSeconds } = home.mounts.tokenLimits();
    const periodSeconds = await periodByRole(token, home);
    return { ttlSeconds, maxTtlSeconds: 0, periodSeconds, defaultSeconds, longestSeconds };
  }
  const open = realms.byUuid(token.mount);
  if (!open?.type.renewLogin) throw new Problem("refused", "lease is not renewable");
  const { defaultSeconds, maxSeconds: longestSeconds } = open.context.leaseLimits();
  try {
    return { ...(await open.type.renewLogin(token.internal, open.context)), defaultSeconds, longestSeconds };
  } catch (cause) {
    throw cause instanceof Problem ? notRenewed(cause.message, cause) : cause;
  }
}

async function periodByRole({ role: name, periodSeconds }: Pick<Token, "role" | "periodSeconds">, { storage }: Realm) {
  if (name === "") return periodSeconds;
  const role = await tokenRoles.read(storage, name);
  if (!role) throw notRenewed(`original token role ${quoted(name)} could not be found, not renewing`);
  return role.periodSeconds || periodSeconds;
}

function notRenewed(why: string, cause?: unknown): Problem {
  return new Problem("failed", `failed to renew entry: ${why}`, { cause });
}
