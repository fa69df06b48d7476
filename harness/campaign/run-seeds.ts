import { Worker } from "node:worker_threads";
import type { Result } from "./judge-schedule.ts";
import type { ProfileName } from "./profile.ts";
import type { SeedRange } from "./seed-range.ts";

/** What came of one seed; a seed that could not be played has only its trouble, which is a mistake of ours. */
export type SeedResult = Readonly<{ seed: number }> & (Readonly<{ result: Result }> | Readonly<{ trouble: string }>);

export type RunSeedsOptions = Readonly<{
  seeds: SeedRange;
  profile: ProfileName;
  workers: number;
  /** When it is aborted, no further seed is begun. */
  signal: AbortSignal;
  /** Hears of each seed when it has been judged, in no order. */
  onResult: (result: SeedResult) => void;
}>;

/**
 * Room for what a thread has just made, in megabytes: what a world leaves behind dies with it, and in less room the collector copies it to and fro. With
 * Node's own a campaign takes a quarter more of the processor.
 */
const maxYoungGenerationSizeMb = 96;

/** Plays the worlds of some seeds, each in one of several threads. Resolves when all were judged, or those that were begun. */
export async function runSeeds({ seeds, profile, workers, signal, onResult }: RunSeedsOptions): Promise<void> {
  let next = seeds.first;
  await Promise.all(
    Array.from({ length: Math.min(workers, seeds.last - seeds.first + 1) }, async () => {
      await using thread = new SeedThread(profile);
      while (next <= seeds.last && !signal.aborted) onResult(await thread.judge(next++));
    }),
  );
}

/** A thread that judges one seed after the other. */
class SeedThread implements AsyncDisposable {
  readonly #worker: Worker;

  constructor(profile: ProfileName) {
    this.#worker = new Worker(new URL("./seed-thread.ts", import.meta.url), {
      workerData: profile,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
  }

  judge(seed: number): Promise<SeedResult> {
    const { promise, resolve, reject } = Promise.withResolvers<SeedResult>();
    const ended = () => reject(new Error(`the thread of seed ${seed} ended`));
    this.#worker.once("message", resolve).once("error", reject).once("exit", ended);
    this.#worker.postMessage(seed);
    return promise.finally(() => this.#worker.off("message", resolve).off("error", reject).off("exit", ended));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
