import { bucketDigits, childDigits } from "./bucket.ts";
import { sentCharacters } from "./digest.ts";

export type Children = ReadonlyMap<string, string>;

/**
 * Serializes the children of the node `prefix` for sending: of each child, the digits of its name that follow the
 * prefix, and its digest.
 */
export function childrenText(prefix: string, children: Children): string {
  return Array.from(children, ([child, digest]) => child.slice(prefix.length) + digest).join("");
}

export function childrenOfText(prefix: string, text: string): Children {
  const digits = Math.min(childDigits(prefix), bucketDigits) - prefix.length;
  const children = new Map<string, string>();
  for (let at = 0; at < text.length; at += digits + sentCharacters) {
    const digestAt = at + digits;
    children.set(prefix + text.slice(at, digestAt), text.slice(digestAt, digestAt + sentCharacters));
  }
  return children;
}
