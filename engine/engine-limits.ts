import { type RequestLimits, usualRequestLimits } from "./api/requests/request-limits.ts";
import { type CoreLimits, defaultCoreLimits } from "./core/core-limits.ts";

export type EngineLimits = RequestLimits & CoreLimits;

export const defaultEngineLimits: EngineLimits = { ...usualRequestLimits, ...defaultCoreLimits };
