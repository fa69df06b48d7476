/** Paths that are followed by the name of an object; the rest of the path stays unchanged. */
const named =
  /^(?:sys\/(?:audit|policies\/acl|policies\/password|policy|namespaces|quotas\/(?:rate-limit|lease-count))|auth\/token\/(?:roles|create)|identity\/(?:entity|group)\/name)\/(?=.)/;

/** Paths that are followed by the path of an auth method, without `auth/`. */
const ofMethod = /^sys\/auth\/(?!token(?:\/|$))(?=.)/;

/** Paths that are followed by another path: that of a mount, or of something in it. */
const ofPath =
  /^sys\/(?:mounts|internal\/ui\/mounts|leases\/(?:lookup|renew|revoke|revoke-prefix|revoke-force)|renew|revoke|revoke-prefix|revoke-force)\//;

/** Paths that every server has, and wildcards that could match them. */
const unnamed = /^(?:sys|identity|cubbyhole|auth\/token)(?:\/|$)|^(?:auth\/)?(?:[*+]|$)|^auth\/?$/;

/** Policies that every server has. */
const builtInPolicies = ["default", "root"];

/**
 * Returns `path` with `prefix` before the name that the scenario chose: a mount, policy, quota and
 * the like.
 */
export function prefixedPath(prefix: string, path: string): string {
  const [slashes = ""] = /^\/*/.exec(path) ?? [];
  if (slashes !== "") return slashes + prefixedPath(prefix, path.slice(slashes.length));
  const inside = ofPath.exec(path)?.[0];
  if (inside !== undefined) return inside + prefixedPath(prefix, path.slice(inside.length));
  const before = (named.exec(path) ?? ofMethod.exec(path))?.[0];
  if (before !== undefined) return before + prefixedName(prefix, path.slice(before.length));
  if (unnamed.test(path)) return path;
  const [method = ""] = /^auth\//.exec(path) ?? [];
  return method + prefix + path.slice(method.length);
}

/** Returns `name` with `prefix`, unless it is a wildcard or a built-in policy. */
export function prefixedName(prefix: string, name: string): string {
  return name === "" || /^[*+]/.test(name) || builtInPolicies.includes(name) ? name : prefix + name;
}
