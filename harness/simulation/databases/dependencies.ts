import type { Catalog, ObjectId } from "./catalog.ts";

/** Whether anything but the role's own memberships needs `role`: what it owns, was granted, granted to others or is to be granted. */
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
