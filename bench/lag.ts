import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { loaded } from "./load.ts";
import { spreadOf } from "./spread.ts";

const rounds = 7;
const seconds = 5;
const warmUpSeconds = 5;

const writesPerSecond = 1000;

const frame = "x".repeat(240);

const ready = z.object({ address: z.string(), rootToken: z.string() });
const lagSamples = z.object({ lags: z.array(z.number()), pingPongs: z.array(z.number()) });

/**
 * Measures the p99 of the time between the storage of a log entry at the primary and at the secondary, with 1,000
 * writes per second. For comparison, a frame is sent back and forth over `ws` with TLS.
 */
export const lag: Benchmark = {
  name: "lag",
  about: "how late entries are at a secondary",
  minutes: 1,
  async run(print) {
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
      print(`turn ${round + 1} of ${rounds}`);
      child.ask("lags");
      await child.next(lagSamples);
      await loaded(load, seconds);
      child.ask("lags");
      const { lags, pingPongs } = await child.next(lagSamples);
      // On a busy machine a turn may have no samples.
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
