import { type RequestLimits, usualRequestLimits } from "./api/requests/request-limits.ts";
import { type CoreLimits, defaultCoreLimits } from "./core/core-limits.ts";

/** Request size limits and storage limits of an engine. */
export type EngineLimits = RequestLimits & CoreLimits;

export const defaultEngineLimits: EngineLimits = { ...usualRequestLimits, ...defaultCoreLimits };
