import type { Catalog, ObjectId } from "./catalog.ts";

/**
 * True if a role cannot be dropped because it owns an object, has or granted a privilege on an object of another owner,
 * is the creator or grantee of a default grant, or granted a membership.
 */
export function dependsOn(catalog: Catalog, role: ObjectId): boolean {
  const owned = catalog.objects.find(({ owner }) => owner === role);
  if (owned) return true;
  for (const [object, grants] of catalog.grants.entries()) {
    const owner = catalog.objects.get(object)?.owner;
    if (grants.some(({ grantee, grantor }) => grantee === role || (grantor === role && grantor !== owner))) return true;
  }
  const byDefault = catalog.defaultGrants.find(({ creator, grantee }) => creator === role || grantee === role);
  if (byDefault) return true;
  return catalog.memberships.find(({ grantor }) => grantor === role) !== undefined;
}
