/** Start of virtual time, in milliseconds since 1970: 2026-01-01T00:00:00Z. */
export const virtualBeginning = 1_767_225_600_000;
