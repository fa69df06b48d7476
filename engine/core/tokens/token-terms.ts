import { Problem, quoted } from "../../api/problem.ts";
import type { MountLookup } from "../leases/lease-life.ts";
import type { LeaseRequest } from "../leases/lease-times.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Token } from "./token.ts";
import { tokenRoles } from "./token-roles.ts";

/** Finds namespaces and what is mounted in any of them. */
export type RealmLookup = MountLookup & Readonly<{ byId(id: string): Realm | undefined }>;

/** The terms of a token's renewal, from the auth method or role that made it. Throws a Problem when it must not be renewed. */
export async function renewalTerms(
  { creationTtlSeconds: ttlSeconds, ...token }: Token,
  places: RealmLookup,
): Promise<Omit<LeaseRequest, "issuedAt" | "now">> {
  if (token.mount === null) {
    const home = places.byId(token.namespace);
    if (!home) throw new Problem("refused", "lease is not renewable");
    const { defaultSeconds, maxSeconds: longestSeconds } = home.mounts.tokenLimits();
    const periodSeconds = await periodByRole(token, home);
    return { ttlSeconds, maxTtlSeconds: 0, periodSeconds, defaultSeconds, longestSeconds };
  }
  const open = places.byUuid(token.mount);
  if (!open?.type.renewLogin) throw new Problem("refused", "lease is not renewable");
  const { defaultSeconds, maxSeconds: longestSeconds } = open.context.leaseLimits();
  try {
    return { ...(await open.type.renewLogin(token.internal, open.context)), defaultSeconds, longestSeconds };
  } catch (cause) {
    throw cause instanceof Problem ? notRenewed(cause.message, cause) : cause;
  }
}

/** The period of the token's role as it is now. Without its role a token is not renewed. */
async function periodByRole({ role: name, periodSeconds }: Pick<Token, "role" | "periodSeconds">, { storage }: Realm) {
  if (name === "") return periodSeconds;
  const role = await tokenRoles.read(storage, name);
  if (!role) throw notRenewed(`original token role ${quoted(name)} could not be found, not renewing`);
  return role.periodSeconds || periodSeconds;
}

/** The refusal of a renewal, with the reference's text (W4.4-02, W4.4-10). */
function notRenewed(why: string, cause?: unknown): Problem {
  return new Problem("failed", `failed to renew entry: ${why}`, { cause });
}
