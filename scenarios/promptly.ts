import type { Bound } from "#harness/stages/stage.ts";

/**
 * How long what is true "now", "at once" or "no longer" may take: two seconds on the stage, in which a write is forwarded, replicated and
 * acted on. What is later is too late.
 */
export const promptly: Bound = { within: 2_000 };
