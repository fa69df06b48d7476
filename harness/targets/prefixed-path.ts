/** Matches paths up to the name of an object. The path after that name stays unchanged. */
const named =
  /^(?:sys\/(?:audit|policies\/acl|policies\/password|policy|namespaces|quotas\/(?:rate-limit|lease-count))|auth\/token\/(?:roles|create)|identity\/(?:entity|group)\/name)\/(?=.)/;

/** Matches paths up to the name of an auth method, which is without `auth/`. */
const ofMethod = /^sys\/auth\/(?!token(?:\/|$))(?=.)/;

/** Matches paths up to another path: that of a mount, or of something in a mount. */
const ofPath =
  /^sys\/(?:mounts|internal\/ui\/mounts|leases\/(?:lookup|renew|revoke|revoke-prefix|revoke-force)|renew|revoke|revoke-prefix|revoke-force)\//;

/** Matches paths that exist on every server, and wildcards that could match such paths. They get no prefix. */
const unnamed = /^(?:sys|identity|cubbyhole|auth\/token)(?:\/|$)|^(?:auth\/)?(?:[*+]|$)|^auth\/?$/;

export const builtInPolicies: readonly string[] = ["default", "root"];

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

/** Returns `name` with `prefix`, or unchanged if it is empty, a wildcard or a built-in policy. */
export function prefixedName(prefix: string, name: string): string {
  return name === "" || /^[*+]/.test(name) || builtInPolicies.includes(name) ? name : prefix + name;
}
