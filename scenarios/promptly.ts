import type { Bound } from "#harness/stages/stage.ts";

/**
 * Maximum time until a statement with "now", "at once" or "no longer" must be true on a simulated stage: 2 seconds.
 * This is enough to forward, replicate and apply a write. Other stages have a longer timeout.
 */
export const promptly: Bound = { within: 2_000 };
