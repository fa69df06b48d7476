export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
