import type { StructureLimits } from "./json-outline.ts";

/** How far a request is read. */
export type RequestLimits = StructureLimits &
  Readonly<{
    /** Characters of a body that is a form. */
    formCharacters: number;
    /** `bodyValues` of requests whose operation takes no long lists. */
    shortBodyValues: number;
  }>;

/** The reference takes 5,000 levels and refuses 20,000; deeper ones could not be spelt again. */
const nestingLevels = 5_000;
/** As many as a group of 50,000 entities needs: parsed in some 25 ms, and masked for an audit device in some 170 ms. */
const bodyValues = 52 * 1024;
/** More than any list takes unless its field says otherwise. Parsed in some 6 ms, and masked for an audit device in some 50 ms. */
const shortBodyValues = 12 * 1024;
/** Forms are typed, documents are JSON. Decoding one of this length takes some 10 ms. */
const formCharacters = 1024 * 1024;

/** The limits of a request whose operation takes no long lists. */
export function shortBodyLimits(limits: RequestLimits): RequestLimits {
  return { ...limits, bodyValues: Math.min(limits.shortBodyValues, limits.bodyValues) };
}

export const usualRequestLimits: RequestLimits = { nestingLevels, bodyValues, shortBodyValues, formCharacters };
