import { createHash } from "node:crypto";
import { type HttpRequest, valuesOf } from "../http-message.ts";
import { decode, encode, pairsOf } from "./percent-encoding.ts";

/**
 * Returns the canonical request, whose hash is signed: method, path, query, signed headers and hash of the body.
 * Source: AWS IAM User Guide, "Create a signed AWS API request", step 1.
 */
export function canonicalRequest(request: HttpRequest, signedHeaders: readonly string[]): string {
  const { path, query } = partsOfTarget(request.target);
  return [
    request.method,
    canonicalPath(path),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${valuesOf(request.headers, name).map(folded).join(",")}`),
    "",
    signedHeaders.join(";"),
    sha256(request.body),
  ].join("\n");
}

/** Returns the path and the query of a request target. The query does not include the `?`. */
export function partsOfTarget(target: string): Readonly<{ path: string; query: string }> {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * Returns the path without `.`, `..` and empty segments (RFC 3986, section 5.2.4). Each segment is percent-encoded once
 * more: a space that was sent as `%20` becomes `%2520`. This applies to all APIs of AWS except S3, which the embedded
 * cloud does not have.
 */
export function canonicalPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(encode(segment));
  }
  const isFolder = segments.length > 0 && path.endsWith("/");
  return `/${segments.join("/")}${isFolder ? "/" : ""}`;
}

/** Returns the query, encoded again and sorted by name and value. Throws MalformedQueryString. */
export function canonicalQuery(query: string): string {
  return pairsOf(query)
    .map(([name, value]) => [encode(decode(name)), encode(decode(value))] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

function folded(value: string): string {
  return value.trim().replace(/\s+/g, " ");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
