/**
 * Returns the canonical form of a header name, such as `X-Custom-One`. Returns text that is not a
 * header name unchanged.
 */
export function canonicalHeaderName(name: string): string {
  if (!isHeaderName(name)) return name;
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** Returns true if `text` is a valid header name (RFC 9110, 5.1). */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text);
}
