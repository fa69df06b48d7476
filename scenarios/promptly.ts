import type { Bound } from "#harness/stages/stage.ts";

/**
 * Maximum time until a statement with "now", "at once" or "no longer" must be true: 2 seconds of the stage's time. This
 * is enough to forward, replicate and apply a write.
 */
export const promptly: Bound = { within: 2_000 };
