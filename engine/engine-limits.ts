import { type RequestLimits, usualRequestLimits } from "./api/request-limits.ts";
import { type CoreLimits, usualCoreLimits } from "./core/core-limits.ts";

/** How far requests are read, and how much is stored of what all pay for. */
export type EngineLimits = RequestLimits & CoreLimits;

export const usualEngineLimits: EngineLimits = { ...usualRequestLimits, ...usualCoreLimits };
