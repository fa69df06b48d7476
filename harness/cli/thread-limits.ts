import { setFlagsFromString } from "node:v8";
import type { ResourceLimits } from "node:worker_threads";

/**
 * Room for what a thread has just made, in megabytes: what a scenario or a world leaves behind dies with it, and in the room of the process itself
 * the collector copies it to and fro.
 */
const maxYoungGenerationSizeMb = 96;

/** The process itself is started with little room (`bin/v8-options.js`); an option that the user gave stands behind that one. */
const semiSpaceOption = /^--max[-_]semi[-_]space[-_]size=/;

/**
 * The limits of a thread that plays one scenario or world after the other. V8 holds a thread to an option that the process was started with, whatever
 * the limits say: ours is taken back, and the process keeps the room that it began with; one that the user gave stays.
 */
export function threadLimits(): ResourceLimits {
  const sizes = process.execArgv.filter((option) => semiSpaceOption.test(option));
  if (sizes.length > 1) return {};
  if (sizes.length === 1) setFlagsFromString("--max-semi-space-size=0");
  return { maxYoungGenerationSizeMb };
}
