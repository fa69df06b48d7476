import type { Role } from "./role/role.ts";
import type { RoleRequest } from "./role/role-fields.ts";

export type Release = Readonly<{
  /** True if roles have an `auth_type`. Earlier, all roles were for instances. */
  hasTypes: boolean;
  knowsUniqueIds: boolean;
  /** True if deny list and access list have the current paths. Earlier, they had only the deprecated paths. */
  hasCurrentPaths: boolean;
  /** True if evidence signed with SHA-1 is accepted by default. */
  acceptsSha1: boolean;
}>;

/**
 * Returns the properties of the release `name`, such as `1.6`, or of the current release if it is undefined. Throws an
 * Error for an invalid name. Sources: CLOUD-URL-08, CLOUD-RESOLVE-02, CLOUD-ROLE-14, CLOUD-SHA1-01.
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
    // The documents mention roles from before these two options, but not the releases.
    hasTypes: isSince(0, 7),
    knowsUniqueIds: isSince(0, 8),
    hasCurrentPaths: isSince(1, 7),
    acceptsSha1: !isSince(1, 12),
  };
}

/** Returns a role write in which settings that the release does not support have the values of that release. */
export function supportedSettings({ hasTypes, knowsUniqueIds }: Release, request: RoleRequest): RoleRequest {
  return {
    ...request,
    ...(hasTypes ? undefined : { auth_type: "ec2" }),
    ...(knowsUniqueIds ? undefined : { resolveUniqueIds: false }),
  };
}

export function storedIn({ hasTypes, knowsUniqueIds }: Release, role: Role): Partial<Role> {
  const dropped: readonly string[] = [
    ...(hasTypes ? [] : ["authType"]),
    ...(knowsUniqueIds ? [] : ["resolveUniqueIds", "principalIds"]),
  ];
  return Object.fromEntries(Object.entries(role).filter(([member]) => !dropped.includes(member)));
}
