/** Control characters, and separators of lines and paragraphs: no path or name may have them. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
