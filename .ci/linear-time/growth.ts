import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Maximum size in characters or elements: half of the longest body of an anonymous client. */
const largest = 524_288;
const smallest = 4_096;
/** CPU time at which inputs stop growing, in milliseconds; nonlinear code reaches it soon. */
const enoughMilliseconds = 400;
/**
 * Maximum cost ratio per doubling of the input, and the number of doublings between two compared
 * costs.
 */
const [perDoubling, doublings] = [2.3, 3] as const;
/** Tolerance for garbage collection and compilation, in milliseconds. */
const noiseMilliseconds = 60;
const attempts = 3;
const warmUps = 5;

/** CPU time of this thread for the largest input and for an eighth of it, in milliseconds. */
export type Growth = Readonly<{ size: number; cost: number; costOfAnEighth: number; isLinear: boolean }>;

/**
 * Measures the growth of the CPU time of `run` with the size of its input, which `make` creates. It
 * doubles the input up to half a mebibyte, or until a run takes 400 ms. It measures the CPU time of
 * this thread, which is almost independent of other load; a cost that grew too fast is measured
 * again, and the lowest counts.
 */
export async function growthOf<Input>(make: (size: number) => Input, run: (input: Input) => unknown): Promise<Growth> {
  // Compilation would add to the cost of small inputs.
  for (let times = 0; times < warmUps; times += 1) await run(make(smallest));
  const costs: number[] = [];
  let size = smallest;
  for (; ; size *= 2) {
    const cost = await costOf(make(size), run);
    costs.push(cost);
    if (size >= largest || (cost > enoughMilliseconds && costs.length > doublings)) break;
  }
  let cost = costs.at(-1) ?? 0;
  const costOfAnEighth = costs.at(-1 - doublings) ?? 0;
  const isLinear = () => cost <= costOfAnEighth * perDoubling ** doublings + noiseMilliseconds;
  for (let attempt = 1; attempt < attempts && !isLinear(); attempt += 1) {
    // Otherwise garbage of earlier inputs would add to this cost.
    collectGarbage();
    cost = Math.min(cost, await costOf(make(size), run));
  }
  return { size, cost, costOfAnEighth, isLinear: isLinear() };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function costOf<Input>(input: Input, run: (input: Input) => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run(input);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
