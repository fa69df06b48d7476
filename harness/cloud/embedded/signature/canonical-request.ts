import { createHash } from "node:crypto";
import { type HttpRequest, valuesOf } from "../http-message.ts";
import { decode, encode, pairsOf } from "./percent-encoding.ts";

/**
 * The text whose hash is signed: method, path, query, the signed headers and the hash of the body.
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

/** Path and query of a request's target, without the `?`. */
export function partsOfTarget(target: string): Readonly<{ path: string; query: string }> {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * The path without `.`, `..` and empty segments (RFC 3986, section 5.2.4), each segment encoded once more than it was sent:
 * a space that was sent as `%20` is `%2520` here. That holds for every service but S3, which the embedded cloud does not have.
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

/** The query encoded anew and sorted by name, then by value. Throws MalformedQueryString. */
export function canonicalQuery(query: string): string {
  return pairsOf(query)
    .map(([name, value]) => [encode(decode(name)), encode(decode(value))] as const)
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** SHA-256 as 64 hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A header's value without space around it, and with one space where there was a run of them. */
function folded(value: string): string {
  return value.trim().replace(/\s+/g, " ");
}

/** Encoded names and values are ASCII, so this is the order of their bytes. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
