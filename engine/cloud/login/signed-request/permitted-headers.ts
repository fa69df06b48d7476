import { Problem } from "../../../api/problem.ts";
import { canonicalHeaderName } from "../../client/header-name.ts";
import type { SignedHeaders } from "./signed-headers.ts";

/** Prefix of the provider's own headers. Only headers with this prefix are checked. */
const restrictedPrefix = "x-amz-";

/** Headers that every identity lookup may contain (CLOUD-STSHDR-01). */
const alwaysPermitted: readonly string[] = [
  "x-amz-algorithm",
  "x-amz-content-sha256",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-security-token",
  "x-amz-signature",
  "x-amz-signedheaders",
  "x-amz-user-agent",
];

/**
 * Throws a Problem if a header with the prefix {@link restrictedPrefix} is neither always permitted nor in `allowed`.
 * The comparison is case-insensitive.
 */
export function requirePermitted(headers: SignedHeaders, allowed: readonly string[]): void {
  const permitted = new Set([...alwaysPermitted, ...allowed.map((name) => name.toLowerCase())]);
  const odd = headers
    .map(([name]) => name.toLowerCase())
    .find((name) => name.startsWith(restrictedPrefix) && !permitted.has(name));
  if (odd !== undefined) throw new Problem("refused", `invalid request header: ${canonicalHeaderName(odd)}`);
}
