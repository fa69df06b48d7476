/** Matches control characters and line and paragraph separators, which paths and names must not contain. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
