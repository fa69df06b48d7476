import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Characters, or elements where an input is made of those: half of the longest body of an anonymous client. */
const largest = 524_288;
const smallest = 4_096;
/** Inputs grow until one takes so long; what is not linear takes so long soon. */
const enoughMilliseconds = 400;
/** What a doubled input may cost, and how often the input was doubled between two costs that are compared. */
const [perDoubling, doublings] = [2.3, 3] as const;
/** Collecting garbage and compiling come and go. */
const noiseMilliseconds = 60;
const attempts = 3;
const warmUps = 5;

/** The cost of the largest input that was tried, and of one of an eighth of its size, in milliseconds of this thread's CPU. */
export type Growth = Readonly<{ size: number; cost: number; costOfAnEighth: number; isLinear: boolean }>;

/**
 * Measures how the CPU time of `run` grows with its input, which `make` makes of a size. It doubles the input up to half a mebibyte, or until a
 * run takes 400 ms. Measured is the CPU time of this thread, so that a busy machine changes little; a cost that grew too fast is measured
 * again, and the lowest counts.
 */
export async function growthOf<Input>(make: (size: number) => Input, run: (input: Input) => unknown): Promise<Growth> {
  // What is compiled meanwhile would make small inputs dear.
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
    // Otherwise what earlier inputs left is collected at the cost of this one.
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
