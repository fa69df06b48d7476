import type { StructureLimits } from "../values/json-outline.ts";

export type RequestLimits = StructureLimits &
  Readonly<{
    formCharacters: number;
    /**
     * Maximum number of values and member names for operations that accept no long lists; `bodyValues` applies to the
     * others.
     */
    shortBodyValues: number;
  }>;

/**
 * Maximum depth of JSON. The reference accepts 5,000 levels and refuses 20,000. Deeper values could not be serialized.
 */
const nestingLevels = 5_000;
/**
 * Maximum number of values in a body: enough for a group of 50,000 entities. Parsing that many takes about 25 ms,
 * hashing them for audit 170 ms.
 */
const bodyValues = 52 * 1024;
/**
 * Maximum number of values in a body of an operation that accepts no long lists; exceeds the default bounds of a list.
 * Parsing that many takes about 6 ms, hashing them for audit 50 ms.
 */
const shortBodyValues = 12 * 1024;
/** Maximum length of a form in characters. Decoding such a form takes about 10 ms. Long documents are sent as JSON. */
const formCharacters = 1024 * 1024;

/** Returns the limits for operations that accept no long lists. */
export function shortBodyLimits(limits: RequestLimits): RequestLimits {
  return { ...limits, bodyValues: Math.min(limits.shortBodyValues, limits.bodyValues) };
}

export const usualRequestLimits: RequestLimits = { nestingLevels, bodyValues, shortBodyValues, formCharacters };
