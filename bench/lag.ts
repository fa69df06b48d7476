import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { loaded } from "./load.ts";
import { spreadOf } from "./spread.ts";

/** Turns that count and seconds of each, and seconds before any is counted. */
const rounds = 7;
const seconds = 5;
const warmUpSeconds = 5;

const writesPerSecond = 1000;

/** About as long as an entry of a small secret is. */
const frame = "x".repeat(240);

const ready = z.object({ address: z.string(), rootToken: z.string() });
const told = z.object({ lags: z.array(z.number()), pingPongs: z.array(z.number()) });

/**
 * How much later than its primary a secondary has saved an entry of the write log, at 1,000 writes a second: what the slowest hundredth took at
 * least. Both clusters are in one process. Beside it, in the same process at the same time: a frame of that size there and back over `ws` with TLS.
 */
export const lag: Benchmark = {
  name: "lag",
  about: "how late entries are at a secondary",
  minutes: 1,
  async run(tell) {
    await using child = startChild("lag", { frame });
    const { address, rootToken } = await child.next(ready);
    const load = {
      url: `${address}/v1/colours/sky`,
      token: rootToken,
      body: { value: "correct-horse-battery-staple" },
      apart: true,
      perSecond: writesPerSecond,
    };
    await loaded(load, warmUpSeconds);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      child.ask("lags");
      await child.next(told);
      await loaded(load, seconds);
      child.ask("lags");
      const { lags, pingPongs } = await child.next(told);
      // On a machine that has other things to do there may be a turn in which next to nothing was done.
      if (lags.length === 0 || pingPongs.length === 0) continue;
      ours.push(slowHundredth(lags));
      theirs.push(slowHundredth(pingPongs));
    }
    return [
      {
        what: "lag of a streamed write, p99",
        unit: "ms",
        measured: spreadOf(ours),
        beside: { what: "ws ping-pong, p99", measured: spreadOf(theirs) },
        goal: { maxRatio: 5 },
      },
    ];
  },
};

function slowHundredth(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
