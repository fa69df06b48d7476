/** Control characters and line and paragraph separators, which no path or name may contain. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
