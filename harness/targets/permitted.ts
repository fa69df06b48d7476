import type { ApiRequest } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";

/**
 * System paths to which writes may be sent on a shared server: what they create is named in their response, or ends by
 * itself.
 */
const passing: readonly RegExp[] = [
  /^sys\/(?:wrapping|tools|capabilities[^/]*|internal)(?:\/|$)/,
  /^sys\/leases\/(?:lookup|renew|revoke)(?:\/|$)/,
  /^sys\/(?:renew|revoke)(?:\/|$)/,
  /^auth\/token\/(?:create|create-orphan|create\/.+|lookup[^/]*|renew[^/]*|revoke|revoke-self|revoke-orphan)$/,
  /^identity\/(?:entity|group|lookup\/\w+)$/,
];

const ending = /^auth\/token\/revoke/;

/** Paths that exist only in the root namespace. */
const onlyInRoot =
  /^sys\/(?:audit|quotas|replication|seal|unseal|rekey|rotate|generate-root|key-status|ha-status|step-down|metrics)(?:\/|$)/;

const leasesBelow = /^sys\/leases\/(?:revoke-prefix|revoke-force)\/(.+)$/;

/** True if a path is one of the built-in `sys`, `identity`, `cubbyhole` and `auth/token`, or below one of them. */
export function isSystemPath(path: string): boolean {
  return /^(?:sys|identity|cubbyhole|auth\/token)(?:\/|$)/.test(path);
}

/** True if a write to this system path may be sent to a shared server. The caller must check the names in the path. */
export function isPassing(path: string): boolean {
  return passing.some((form) => form.test(path));
}

/**
 * True if a path is below `sys/replication/performance/`. The former paths without `performance/` do not count.
 */
export function isReplication(path: string): boolean {
  return path.startsWith("sys/replication/performance/");
}

/** True if a token revocation names the token of the target file, or names no token and is sent with this token. */
export function endsToken(path: string, { token, body }: ApiRequest, rootToken: string): boolean {
  if (!ending.test(path)) return false;
  if (typeof body === "string") return token === rootToken || body.includes(rootToken);
  const named = path === "auth/token/revoke-self" ? undefined : body?.token;
  return (named ?? token) === rootToken;
}

/** True if the path of a request exists only in the root namespace. */
export function isOnlyInRoot({ path }: ApiRequest): boolean {
  return onlyInRoot.test(cleaned(path));
}

/** Returns the prefix of all leases that a request to `path` revokes; undefined if it does not revoke by prefix. */
export function prefixOfLeases(path: string): string | undefined {
  return leasesBelow.exec(path)?.[1];
}

/** Returns the capability that a server needs for a request, or undefined if it needs none. */
export function neededBy(request: ApiRequest): Capability | undefined {
  const path = cleaned(request.path);
  if (namespaceOf(request) !== "" || /^sys\/namespaces(?:\/|$)/.test(path)) return "namespaces";
  if (/^sys\/quotas(?:\/|$)/.test(path)) return "quotas";
  return /^sys\/replication\/performance\//.test(path) ? "replication" : undefined;
}

export function cleaned(path: string): string {
  return (path.split("?")[0] ?? "").split("/").filter(Boolean).join("/");
}

/** Returns the namespace in a request's headers, without slashes at its ends, or "" if there is none. */
export function namespaceOf({ headers = {} }: ApiRequest): string {
  const found = Object.entries(headers).find(([name]) => isNamespaceHeader(name));
  return cleaned(found?.[1] ?? "");
}

export function isNamespaceHeader(name: string): boolean {
  return /^x-(?:vault|svc)-namespace$/i.test(name);
}
