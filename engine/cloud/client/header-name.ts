/** The spelling of a header's name that configurations are read back in, such as `X-Custom-One`. What is no name stays as it is. */
export function canonicalHeaderName(name: string): string {
  if (!isHeaderName(name)) return name;
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** Whether `text` can name a header (RFC 9110, 5.1). */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text);
}
