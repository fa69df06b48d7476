import { type Claim, claimOf, namedBy, namesIn, tokenClaim } from "./claims.ts";
import { cleaned } from "./permitted.ts";
import { isMarked } from "./run-marks.ts";
import type { SendAsOperator } from "./undo.ts";

/**
 * Paths that list objects with names, in the order of deletion: leases and tokens end with their mounts, and a policy is
 * deleted after the tokens that have it.
 */
const named = ["sys/mounts", "sys/auth", "auth/token/roles"] as const;
const namedAfterTokens = [
  ...["sys/policies/acl", "sys/policies/password", "sys/quotas/rate-limit", "sys/quotas/lease-count"],
  ...["sys/namespaces", "sys/audit"],
] as const;
const identities = ["entity", "group"] as const;

/** Paths whose responses have the names as fields; other paths respond with a list of keys. */
const mapped: ReadonlySet<string> = new Set(["sys/mounts", "sys/auth", "sys/audit"]);

/** Maximum number of tokens of a cluster that are looked at. */
const maxTokens = 20_000;

export type Leftovers = Readonly<{
  /** Objects that runs left behind, in the order in which they must be deleted. */
  claims: readonly Claim[];
  /** Lists that could not be read, with the status, and tokens beyond the maximum. */
  unread: readonly string[];
}>;

/**
 * Finds the objects on a cluster whose names begin with the prefix of a run, and the tokens that have a policy with such
 * a name. `run` is the prefix of the run; undefined for all runs. Nothing is deleted.
 */
export async function leftoversOn(send: SendAsOperator, run: string | undefined): Promise<Leftovers> {
  const unread: string[] = [];
  const isLeft = (name: string) => isMarked(name, run);
  /** Returns the names in a list. A server that lacks the path has none. */
  async function listed(path: string): Promise<readonly string[]> {
    const { status, body } = await send({ method: "GET", path: mapped.has(path) ? path : `${path}?list=true` });
    const keys = body?.data?.keys;
    if (Array.isArray(keys)) return keys.map(String);
    if (status === 403 || status >= 500) unread.push(`${path} (${status})`);
    return namesIn(body);
  }
  async function claimsFor(paths: readonly string[]): Promise<readonly Claim[]> {
    const claims: Claim[] = [];
    for (const path of paths) {
      for (const name of (await listed(path)).map(cleaned)) {
        const found = isLeft(name) ? namedBy(`${path}/${name}`) : undefined;
        if (found) claims.push(claimOf(found.kind, found.name));
      }
    }
    return claims;
  }
  async function tokenClaims(): Promise<readonly Claim[]> {
    const accessors = await listed("auth/token/accessors");
    if (accessors.length > maxTokens) unread.push(`all but ${maxTokens} of ${accessors.length} tokens`);
    const claims: Claim[] = [];
    for (const accessor of accessors.slice(0, maxTokens)) {
      const { body } = await send({ method: "POST", path: "auth/token/lookup-accessor", body: { accessor } });
      const policies = body?.data?.policies;
      if (Array.isArray(policies) && policies.some((one) => isLeft(String(one))))
        claims.push(tokenClaim("token", accessor));
    }
    return claims;
  }
  async function identityClaims(): Promise<readonly Claim[]> {
    const claims: Claim[] = [];
    for (const kind of identities) {
      for (const name of (await listed(`identity/${kind}/name`)).filter(isLeft))
        claims.push({ what: `${kind} ${name}`, undo: { method: "DELETE", path: `identity/${kind}/name/${name}` } });
    }
    return claims;
  }
  const claims = [
    ...(await claimsFor(named)),
    ...(await tokenClaims()),
    ...(await claimsFor(namedAfterTokens)),
    ...(await identityClaims()),
  ];
  return { claims, unread };
}
