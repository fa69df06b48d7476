import { CloudError } from "../cloud-error.ts";

/**
 * Percent-encodes all characters except the unreserved ones of RFC 3986, as Signature Version 4 requires. Unlike
 * `encodeURIComponent`, it also encodes `*`, `'`, `(`, `)` and `!`.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes percent-encoding. A `+` is not decoded to a space. Throws MalformedQueryString. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new CloudError("MalformedQueryString", "The query or body is not percent-encoded UTF-8.", { cause });
  }
}

/** Returns the percent-encoded names and values of a query or form. The value of a name without `=` is "". */
export function pairsOf(text: string): readonly (readonly [name: string, value: string])[] {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}
