import type { Principal } from "../principal.ts";

export type PrincipalBinding = Readonly<{
  boundPrincipalArns: readonly string[];
  resolveUniqueIds: boolean;
  /** Unique ids of the bound ARNs without a wildcard, in the order of the ARNs; empty if they are not compared. */
  principalIds: readonly string[];
}>;

export function endsInWildcard(arn: string): boolean {
  return arn.endsWith("*");
}

/**
 * Returns true if the bound principals of `role` admit `principal`. A role that infers instances and
 * has no bound principals admits every principal.
 */
export function isAdmitted(
  principal: BoundCandidate,
  role: PrincipalBinding & Readonly<{ inferring?: unknown }>,
): boolean {
  if (role.boundPrincipalArns.length === 0 && role.inferring !== undefined) return true;
  return isBound(principal, role);
}

/** `uniqueId` is undefined for tokens of a release that did not record unique ids (CLOUD-RESOLVE-13). */
type BoundCandidate = Pick<Principal, "canonicalArn" | "fullArn"> & Readonly<{ uniqueId: string | undefined }>;

/**
 * Returns true if a binding matches `principal` (CLOUD-PRINC-01). Only a `*` at the end is a wildcard (CLOUD-BIND-09).
 * If unique ids are compared and the principal's is known, a binding without wildcard matches by unique id only
 * (CLOUD-RESOLVE-03).
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
