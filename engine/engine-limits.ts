import { type RequestLimits, usualRequestLimits } from "./api/request-limits.ts";
import { type CoreLimits, usualCoreLimits } from "./core/core-limits.ts";

/** Request size limits and storage limits of an engine. */
export type EngineLimits = RequestLimits & CoreLimits;

export const usualEngineLimits: EngineLimits = { ...usualRequestLimits, ...usualCoreLimits };
