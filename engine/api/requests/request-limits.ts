import type { StructureLimits } from "../values/json-outline.ts";

export type RequestLimits = StructureLimits &
  Readonly<{
    formCharacters: number;
    /** `bodyValues` for operations that accept no long lists. */
    shortBodyValues: number;
  }>;

/** Maximum depth of nested JSON. The reference accepts 5,000 levels and refuses 20,000. */
const nestingLevels = 5_000;
/** Maximum number of values and member names in a body: enough for a group of 50,000 entities. */
const bodyValues = 52 * 1024;
const shortBodyValues = 12 * 1024;
const formCharacters = 1024 * 1024;

export function shortBodyLimits(limits: RequestLimits): RequestLimits {
  return { ...limits, bodyValues: Math.min(limits.shortBodyValues, limits.bodyValues) };
}

export const usualRequestLimits: RequestLimits = { nestingLevels, bodyValues, shortBodyValues, formCharacters };
