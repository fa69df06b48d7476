import { setFlagsFromString } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";

/**
 * Size of a thread's young generation, in megabytes. Objects of a scenario or world die with it;
 * with the small default of the process the collector would copy them repeatedly.
 */
const maxYoungGenerationSizeMb = 96;

/**
 * Matches V8's semi-space option. The process itself starts with a small one (`bin/v8-options.js`);
 * the user's own option follows it.
 */
const semiSpaceOption = /^--max[-_]semi[-_]space[-_]size=/;

/**
 * Returns resource limits of a thread that runs scenarios or worlds one after the other. In V8, a
 * semi-space option of the process overrides the limits of threads. Our own option is therefore
 * reset, while the process keeps its size; a user's option remains in force.
 */
export function threadLimits(): ResourceLimits {
  const sizes = process.execArgv.filter((option) => semiSpaceOption.test(option));
  if (sizes.length > 1) return {};
  if (sizes.length === 1) setFlagsFromString("--max-semi-space-size=0");
  return { maxYoungGenerationSizeMb };
}
