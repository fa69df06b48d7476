/** Matches control characters, line separators and paragraph separators. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
