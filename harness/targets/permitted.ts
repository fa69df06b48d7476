import type { ApiRequest, Capability } from "#harness/stages/stage.ts";

/** Requests below `sys/`, `identity/` and `auth/token/` that change nothing which outlives a scenario, or only what its answer names. */
const passing: readonly RegExp[] = [
  /^sys\/(?:wrapping|tools|capabilities[^/]*|internal)(?:\/|$)/,
  /^sys\/leases\/(?:lookup|renew|revoke)(?:\/|$)/,
  /^sys\/(?:renew|revoke)(?:\/|$)/,
  /^auth\/token\/(?:create|create-orphan|create\/.+|lookup[^/]*|renew[^/]*|revoke|revoke-self|revoke-orphan)$/,
  /^identity\/(?:entity|group|lookup\/\w+)$/,
];

/** Requests that end tokens. */
const ending = /^auth\/token\/revoke/;

const leasesBelow = /^sys\/leases\/(?:revoke-prefix|revoke-force)\/(.+)$/;

/** Whether a path is the server's own, and not below a mount. */
export function isSystemPath(path: string): boolean {
  return /^(?:sys|identity|cubbyhole|auth\/token)(?:\/|$)/.test(path);
}

/** Whether a write to this path of the server's own may be sent to a server that is shared; names are looked at elsewhere. */
export function isPassing(path: string): boolean {
  return passing.some((form) => form.test(path));
}

/** Whether a request ends the token of the target itself. */
export function endsToken(path: string, { token, body }: ApiRequest, rootToken: string): boolean {
  if (!ending.test(path)) return false;
  return token === rootToken && typeof body === "object" && body.token !== undefined
    ? body.token === rootToken
    : token === rootToken;
}

/** The prefix of leases that a request ends, all together; undefined for any other. */
export function prefixOfLeases(path: string): string | undefined {
  return leasesBelow.exec(path)?.[1];
}

/**
 * What a server has to have for a request to mean anything. It is not asked of one that has not: whatever that answers is no verdict.
 */
export function neededBy(request: ApiRequest): Capability | undefined {
  const path = cleaned(request.path);
  if (namespaceOf(request) !== "" || /^sys\/namespaces(?:\/|$)/.test(path)) return "namespaces";
  if (/^sys\/quotas(?:\/|$)/.test(path)) return "quotas";
  return /^sys\/replication\/performance\//.test(path) ? "replication" : undefined;
}

/** A path as servers read it: without a query, and without slashes that say nothing. */
export function cleaned(path: string): string {
  return (path.split("?")[0] ?? "").split("/").filter(Boolean).join("/");
}

/** The namespace that a request's headers name, without slashes around it; "" for none. */
export function namespaceOf({ headers = {} }: ApiRequest): string {
  const found = Object.entries(headers).find(([name]) => /^x-(?:vault|svc)-namespace$/i.test(name));
  return cleaned(found?.[1] ?? "");
}
