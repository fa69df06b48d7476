import { CloudError } from "../cloud-error.ts";

/**
 * Percent-encodes all but the unreserved characters of RFC 3986, as Signature Version 4 requires:
 * also `*`, `'`, `(`, `)` and `!`.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes percent-encoding; `+` is not decoded. Throws MalformedQueryString. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new CloudError("MalformedQueryString", "The query or body is not percent-encoded UTF-8.", { cause });
  }
}

/** Returns the encoded names and values of a query or form. A name without a value has "". */
export function pairsOf(text: string): readonly (readonly [name: string, value: string])[] {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    });
}
