import { Problem } from "../../api/problem.ts";
import { canonicalHeaderName } from "../client/header-name.ts";
import type { SignedHeaders } from "./signed-headers.ts";

/** Headers that begin so make the provider do other things; the rest it ignores (reference-facts.md, 2.11). */
const restrictedPrefix = "x-amz-";

/** Those an identity lookup needs (choices.md, "The default list of allowed headers"). */
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

/** Throws a Problem when a header is neither needed nor among `allowed`, in any casing. */
export function requirePermitted(headers: SignedHeaders, allowed: readonly string[]): void {
  const permitted = new Set([...alwaysPermitted, ...allowed.map((name) => name.toLowerCase())]);
  const odd = headers
    .map(([name]) => name.toLowerCase())
    .find((name) => name.startsWith(restrictedPrefix) && !permitted.has(name));
  if (odd !== undefined) throw new Problem("refused", `invalid request header: ${canonicalHeaderName(odd)}`);
}
