import type { Principal } from "../principal.ts";

/** What a role says of principals. */
export type PrincipalBinding = Readonly<{
  boundPrincipalArns: readonly string[];
  resolveUniqueIds: boolean;
  /** Unique ids of the ARNs without wildcard, in their order; none where they are not resolved. */
  principalIds: readonly string[];
}>;

/** Whether a binding ends in the one character that is a wildcard. */
export function endsInWildcard(arn: string): boolean {
  return arn.endsWith("*");
}

/** Whether a role admits `principal`: one that infers instances need not be bound to principals. */
export function isAdmitted(
  principal: BoundCandidate,
  role: PrincipalBinding & Readonly<{ inferring?: unknown }>,
): boolean {
  if (role.boundPrincipalArns.length === 0 && role.inferring !== undefined) return true;
  return isBound(principal, role);
}

/** Without a unique id the principal is of a token from before there was one to compare (CLOUD-RESOLVE-13). */
type BoundCandidate = Pick<Principal, "canonicalArn" | "fullArn"> & Readonly<{ uniqueId: string | undefined }>;

/**
 * Whether a role is bound to `principal` (CLOUD-PRINC-01). Only a trailing `*` is a wildcard
 * (CLOUD-BIND-09). With unique ids resolved, an ARN without wildcard matches by its unique id alone
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
