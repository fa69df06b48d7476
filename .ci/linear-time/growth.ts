import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Maximum size of an input in characters or elements: half of the longest body that a client without a token can send.
 */
const largest = 524_288;
const smallest = 4_096;
/** CPU time of a run in milliseconds after which the input no longer grows. Code that is not linear soon reaches it. */
const enoughMilliseconds = 400;
/** Number of parts that the input is compared with. A scan that takes quadratic time costs this many times more. */
const parts = 8;
/** Maximum ratio of the cost of an input to the total cost of its parts. */
const maxRatio = 1.6;
/** Tolerance in milliseconds for garbage collection and compilation, and because the CPU time is counted in ticks. */
const noiseMilliseconds = 60;
const attempts = 5;
const warmUps = 5;

/**
 * CPU time of this thread in milliseconds for the largest input that was measured, and for eight inputs of an eighth of
 * its size one after another. `size` is that of the largest input.
 */
export type Growth = Readonly<{ size: number; cost: number; costOfParts: number; isLinear: boolean }>;

/**
 * Measures whether the CPU time of `run` grows in proportion to the size of its input. `make` creates an input. A large
 * input is compared with eight inputs that together have its size.
 */
export async function growthOf<Input>(make: (size: number) => Input, run: (input: Input) => unknown): Promise<Growth> {
  // Compilation would add to the cost of small inputs.
  for (let times = 0; times < warmUps; times += 1) await run(make(smallest));
  let size = smallest;
  let cost = await costOf([make(size)], run);
  while (size < largest && (cost <= enoughMilliseconds || size < smallest * parts)) {
    size *= 2;
    cost = await costOf([make(size)], run);
  }
  for (let attempt = 1; ; attempt += 1) {
    const small = Array.from({ length: parts }, () => make(size / parts));
    const costOfParts = await costOf(small, run);
    const isLinear = cost <= costOfParts * maxRatio + noiseMilliseconds;
    if (isLinear || attempt === attempts) return { size, cost, costOfParts, isLinear };
    // Otherwise garbage of earlier inputs would add to this cost.
    collectGarbage();
    cost = await costOf([make(size)], run);
    collectGarbage();
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function costOf<Input>(inputs: readonly Input[], run: (input: Input) => unknown): Promise<number> {
  const results: unknown[] = [];
  const before = process.threadCpuUsage();
  for (const input of inputs) results.push(await run(input));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
