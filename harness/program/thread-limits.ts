import { setFlagsFromString } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";

const maxYoungGenerationSizeMb = 96;

/** Matches V8's semi-space option. */
const semiSpaceOption = /^--max[-_]semi[-_]space[-_]size=/;

/**
 * Returns resource limits of a worker thread. The semi-space option of `bin/v8-options.js` would override these limits,
 * so it is reset for new threads; the main thread keeps its size. If the user has set this option too, returns no
 * limits.
 */
export function threadLimits(): ResourceLimits {
  const sizes = process.execArgv.filter((option) => semiSpaceOption.test(option));
  if (sizes.length > 1) return {};
  if (sizes.length === 1) setFlagsFromString("--max-semi-space-size=0");
  return { maxYoungGenerationSizeMb };
}
