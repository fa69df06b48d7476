import type { Role } from "./role/role.ts";
import type { RoleRequest } from "./role/role-fields.ts";

/** What of the method the documents tell to be other in other releases. */
export type Release = Readonly<{
  /** Whether roles have an `auth_type`; before, all were for instances. */
  hasTypes: boolean;
  /** Whether principals can be resolved to their unique ids. */
  knowsUniqueIds: boolean;
  /** Whether the deny list and the access list go by these names; before, only by the deprecated ones. */
  hasCurrentPaths: boolean;
  /** Whether evidence with SHA-1 counts without a workaround. */
  acceptsSha1: boolean;
}>;

/**
 * The release `name`, such as `1.6`; the current one without a name. Throws an Error for an invalid
 * name. Differences between releases: CLOUD-URL-08, CLOUD-RESOLVE-02, CLOUD-ROLE-14, CLOUD-SHA1-01.
 */
export function releaseNamed(name: string | undefined): Release {
  const isSince = (major: number, minor: number) => {
    if (name === undefined) return true;
    const [, ...parts] = /^(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
    const [ours, theirs] = [parts.map(Number), [major, minor]];
    if (ours.length === 0) throw new Error(`"${name}" is no release; one is written such as "1.6"`);
    return ours[0] === theirs[0] ? (ours[1] ?? 0) >= minor : (ours[0] ?? 0) > major;
  };
  return {
    // The documents say that there were roles from before both options, and not of which release.
    hasTypes: isSince(0, 7),
    knowsUniqueIds: isSince(0, 8),
    hasCurrentPaths: isSince(1, 7),
    acceptsSha1: !isSince(1, 12),
  };
}

/** What a write of a role says in `release`. */
export function supportedSettings({ hasTypes, knowsUniqueIds }: Release, wish: RoleRequest): RoleRequest {
  return {
    ...wish,
    ...(hasTypes ? undefined : { auth_type: "ec2" }),
    ...(knowsUniqueIds ? undefined : { resolveUniqueIds: false }),
  };
}

/** A role as `release` stores it: without what it does not know. */
export function storedIn({ hasTypes, knowsUniqueIds }: Release, role: Role): Partial<Role> {
  const dropped: readonly string[] = [
    ...(hasTypes ? [] : ["authType"]),
    ...(knowsUniqueIds ? [] : ["resolveUniqueIds", "principalIds"]),
  ];
  return Object.fromEntries(Object.entries(role).filter(([member]) => !dropped.includes(member)));
}
