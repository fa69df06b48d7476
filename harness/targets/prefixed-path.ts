/** Paths below which a name of a kind of its own stands; what follows in the path stays as it is. */
const named =
  /^(?:sys\/(?:audit|policies\/acl|policies\/password|policy|namespaces|quotas\/(?:rate-limit|lease-count))|auth\/token\/(?:roles|create)|identity\/(?:entity|group)\/name)\/(?=.)/;

/** Paths below which an auth method's path stands, without `auth/`. */
const ofMethod = /^sys\/auth\/(?!token(?:\/|$))(?=.)/;

/** Paths below which another path stands: that of a mount, or of what is in it. */
const ofPath =
  /^sys\/(?:mounts|internal\/ui\/mounts|leases\/(?:lookup|renew|revoke|revoke-prefix|revoke-force)|renew|revoke|revoke-prefix|revoke-force)\//;

/** What is the server's own for every client, and wildcards that could mean it. */
const unnamed = /^(?:sys|identity|cubbyhole|auth\/token)(?:\/|$)|^(?:auth\/)?(?:[*+]|$)|^auth\/?$/;

/** Policies that every server has. */
const builtInPolicies = ["default", "root"];

/** `path` with `prefix` before the name in it that a scenario gave: that of a mount, a policy, a quota and the like. */
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

/** `name` with `prefix` before it, unless it is a wildcard or a policy that every server has. */
export function prefixedName(prefix: string, name: string): string {
  return name === "" || /^[*+]/.test(name) || builtInPolicies.includes(name) ? name : prefix + name;
}
