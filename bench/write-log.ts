import type { Benchmark } from "./benchmark.ts";
import { watchedPrimary } from "./catch-up.ts";
import { rawFrames } from "./raw-frames.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

/** Turns that count, and those before. */
const rounds = 7;
const warmUpTurns = 2;

/** Near what a log holds: of more, the secondary would not be streamed the entries, but copy all data. */
const entries = 16_000;

/**
 * Entries of the write log that a secondary takes per second when it comes back after a partition: whole clusters in one process, entries
 * of small kv writes, from dialling to saved and applied, with stores in memory that are at rest before. Beside it: `ws` alone, in one process too, a text frame of the same size
 * for each entry, which is sent, received and counted.
 */
export const writeLog: Benchmark = {
  name: "write-log",
  about: "entries that a secondary takes over a second",
  minutes: 1,
  async run(tell) {
    await using clusters = await watchedPrimary();
    await using raw = await rawFrames();
    tell(`entries of ${clusters.entry.length} characters, ${rounds} turns of ${entries} each way`);
    const contenders = [() => clusters.catchUpPerSecond(entries), () => raw.perSecond(clusters.entry, entries)];
    // For the compiler.
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
