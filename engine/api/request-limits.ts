import type { StructureLimits } from "./json-outline.ts";

/** How far a request is read. */
export type RequestLimits = StructureLimits &
  Readonly<{
    /** Characters of a body that is a form. */
    formCharacters: number;
  }>;

/** The reference takes 5,000 levels and refuses 20,000; deeper ones could not be spelt again. */
const nestingLevels = 5_000;
/** As many as a group of 50,000 entities needs, and parsed in some 30 ms. */
const bodyValues = 64 * 1024;
/** Forms are typed, documents are JSON. Decoding one of this length takes some 10 ms. */
const formCharacters = 1024 * 1024;

export const usualRequestLimits: RequestLimits = { nestingLevels, bodyValues, formCharacters };
