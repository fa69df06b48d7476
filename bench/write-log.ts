import type { Benchmark } from "./benchmark.ts";
import { watchedPrimary } from "./catch-up.ts";
import { rawFrames } from "./raw-frames.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

const rounds = 7;
const warmUpTurns = 2;

/** Number of entries, just below the capacity of a log. More entries would cause a comparison of Merkle trees. */
const entries = 16_000;

/**
 * Measures how many log entries per second a secondary receives after a partition, from its dial until they are stored.
 * Two clusters in one process write small kv secrets to in-memory stores. For comparison, `ws` alone sends, receives
 * and counts a text frame of the same size for each entry.
 */
export const writeLog: Benchmark = {
  name: "write-log",
  about: "entries that a secondary takes over a second",
  minutes: 1,
  async run(print) {
    await using clusters = await watchedPrimary();
    await using raw = await rawFrames();
    print(`entries of ${clusters.entry.length} characters, ${rounds} turns of ${entries} each way`);
    const contenders = [() => clusters.catchUpPerSecond(entries), () => raw.perSecond(clusters.entry, entries)];
    // Lets V8 compile the code.
    await inRounds(warmUpTurns, contenders);
    const [ours = [], theirs = []] = await inRounds(rounds, contenders);
    return [
      {
        what: "entries over the link",
        unit: "/s",
        measured: spreadOf(ours),
        beside: { what: "raw ws frames", measured: spreadOf(theirs) },
        goal: { minRatio: 0.5 },
      },
    ];
  },
};
