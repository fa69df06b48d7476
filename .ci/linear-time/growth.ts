import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Maximum size of an input in characters or elements: half of the longest body that a client without a token can send.
 */
const largest = 524_288;
const smallest = 4_096;
/** CPU time of a run in milliseconds after which the input no longer grows. Code that is not linear soon reaches it. */
const enoughMilliseconds = 400;
/** Maximum cost ratio for each doubling of the input, and number of doublings between two costs that are compared. */
const [perDoubling, doublings] = [2.3, 3] as const;
/** Tolerance in milliseconds for garbage collection and compilation. */
const noiseMilliseconds = 60;
const attempts = 3;
const warmUps = 5;

/**
 * CPU time of this thread in milliseconds for the largest input that was measured and for an eighth of it. `size` is
 * that of the largest input.
 */
export type Growth = Readonly<{ size: number; cost: number; costOfAnEighth: number; isLinear: boolean }>;

/**
 * Measures how the CPU time of `run` grows with the size of its input. `make` creates an input. The input is doubled up
 * to {@link largest}, or until a run takes {@link enoughMilliseconds}. The CPU time of this thread hardly depends on
 * the load of the machine. A cost that grew too much is measured again; the lowest counts.
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
