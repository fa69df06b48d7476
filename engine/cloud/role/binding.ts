import type { Principal } from "../principal.ts";

/** What a role says of principals. */
export type PrincipalBinding = Readonly<{ boundPrincipalArns: readonly string[]; resolveUniqueIds: boolean }>;

/** Whether a binding ends in the one character that is a wildcard. */
export function endsInWildcard(arn: string): boolean {
  return arn.endsWith("*");
}

/**
 * Whether `principal` is one of those that a role is bound to (cloud-auth-api.md, "Role"). Only a last `*` is a wildcard.
 * With unique ids resolved, an ARN without wildcard says nothing by itself: its unique id would.
 */
export function isBound(
  principal: Pick<Principal, "canonicalArn" | "fullArn">,
  { boundPrincipalArns, resolveUniqueIds }: PrincipalBinding,
): boolean {
  return boundPrincipalArns.some((bound) =>
    endsInWildcard(bound)
      ? principal.fullArn.startsWith(bound.slice(0, -1))
      : !resolveUniqueIds && principal.canonicalArn === bound,
  );
}
