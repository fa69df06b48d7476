import type { Principal } from "../principal.ts";

/** The principals that a role is bound to. */
export type PrincipalBinding = Readonly<{
  boundPrincipalArns: readonly string[];
  resolveUniqueIds: boolean;
  /** Unique ids of the ARNs without a wildcard, in their order; empty if ids are not resolved. */
  principalIds: readonly string[];
}>;

/** Returns true if a binding ends in a wildcard. */
export function endsInWildcard(arn: string): boolean {
  return arn.endsWith("*");
}

/** Returns true if a role admits `principal`. A role with inferencing needs no bound principals. */
export function isAdmitted(
  principal: BoundCandidate,
  role: PrincipalBinding & Readonly<{ inferring?: unknown }>,
): boolean {
  if (role.boundPrincipalArns.length === 0 && role.inferring !== undefined) return true;
  return isBound(principal, role);
}

/** The unique id is undefined for tokens from before ids were compared (CLOUD-RESOLVE-13). */
type BoundCandidate = Pick<Principal, "canonicalArn" | "fullArn"> & Readonly<{ uniqueId: string | undefined }>;

/**
 * Returns true if a role is bound to `principal` (CLOUD-PRINC-01). Only a trailing `*` is a
 * wildcard (CLOUD-BIND-09). With unique ids resolved, an ARN without wildcard matches by its unique
 * id alone (CLOUD-RESOLVE-03).
 */
function isBound(
  principal: BoundCandidate,
  { boundPrincipalArns, resolveUniqueIds, principalIds }: PrincipalBinding,
): boolean {
  const { uniqueId } = principal;
  const byUniqueId = resolveUniqueIds && uniqueId !== undefined;
  if (byUniqueId && principalIds.includes(uniqueId)) return true;
  return boundPrincipalArns.some((bound) =>
    endsInWildcard(bound)
      ? principal.fullArn.startsWith(bound.slice(0, -1))
      : !byUniqueId && principal.canonicalArn === bound,
  );
}
