import { setFlagsFromString } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";

/** Size of a thread's young generation, in megabytes, sufficient for a scenario's objects. */
const maxYoungGenerationSizeMb = 96;

/** Matches V8's semi-space option. `bin/v8-options.js` sets a small one before the user's. */
const semiSpaceOption = /^--max[-_]semi[-_]space[-_]size=/;

/**
 * Returns resource limits of a thread that runs scenarios or worlds. A semi-space option of the
 * process would override them, so our own is reset; the process keeps its size. A user's option
 * remains in force.
 */
export function threadLimits(): ResourceLimits {
  const sizes = process.execArgv.filter((option) => semiSpaceOption.test(option));
  if (sizes.length > 1) return {};
  if (sizes.length === 1) setFlagsFromString("--max-semi-space-size=0");
  return { maxYoungGenerationSizeMb };
}
