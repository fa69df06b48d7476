import type { StructureLimits } from "../values/json-outline.ts";

/** Limits of a request. */
export type RequestLimits = StructureLimits &
  Readonly<{
    /** Maximum number of characters of a form. */
    formCharacters: number;
    /** `bodyValues` for operations that accept no long lists. */
    shortBodyValues: number;
  }>;

/** The reference accepts 5,000 levels and refuses 20,000. Deeper values could not be serialized. */
const nestingLevels = 5_000;
/** Enough for a group of 50,000 entities. Parsing takes about 25 ms, hashing for audit 170 ms. */
const bodyValues = 52 * 1024;
/** More than the default bounds of a list. Parsing takes about 6 ms, hashing for audit 50 ms. */
const shortBodyValues = 12 * 1024;
/** Maximum length of a form: documents are JSON. Decoding such a form takes about 10 ms. */
const formCharacters = 1024 * 1024;

/** Returns the limits for operations that accept no long lists. */
export function shortBodyLimits(limits: RequestLimits): RequestLimits {
  return { ...limits, bodyValues: Math.min(limits.shortBodyValues, limits.bodyValues) };
}

export const usualRequestLimits: RequestLimits = { nestingLevels, bodyValues, shortBodyValues, formCharacters };
