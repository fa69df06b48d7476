import { Worker } from "node:worker_threads";
import { threadLimits } from "#harness/cli/thread-limits.ts";
import type { Difference } from "./compare-twice.ts";
import type { Result } from "./judge-schedule.ts";
import type { Profile } from "./profile.ts";
import { type ProfileName, profiles } from "./profiles.ts";
import type { SeedRange } from "./seed-range.ts";

/** What came of one seed; a seed that could not be played has only its trouble, which is a mistake of ours. */
export type SeedResult = Readonly<{ seed: number }> & (Readonly<{ result: Result }> | Readonly<{ trouble: string }>);

/** What a thread is asked: to judge a seed, and to digest its history where it is to be played again; or to play one again whose history had this digest. */
export type Task = Readonly<
  { seed: number } & ({ do: "judge"; isDigested: boolean } | { do: "repeat"; digest: string })
>;
export type Judged = SeedResult & Readonly<{ digest?: string }>;
/** The first difference between two plays of a seed; undefined where there is none. */
export type Repeated = Readonly<{ seed: number; difference: Difference | undefined }>;

export type RunSeedsOptions = Readonly<{
  seeds: SeedRange;
  profile: ProfileName;
  workers: number;
  /** When it is aborted, no further seed is begun. */
  signal: AbortSignal;
  /** When it is aborted, no further seed is played again, either. */
  interrupted: AbortSignal;
  /** Hears of each seed when it has been judged, in no order. */
  onResult: (result: SeedResult) => void;
  /** Hears of each seed that went otherwise when it was played again. */
  onDifference: (seed: number, difference: Difference) => void;
}>;

/** One seed in so many is played again when all are judged, and compared. */
const repeatEvery = 20;

/** Plays the worlds of some seeds, each in one of several threads, and some of them twice. Resolves when all were judged, or those that were begun. */
export async function runSeeds(options: RunSeedsOptions): Promise<void> {
  const { seeds, profile, workers, signal, interrupted, onResult, onDifference } = options;
  let next = seeds.first;
  const digests = new Map<number, string>();
  await Promise.all(
    Array.from({ length: Math.min(workers, seeds.last - seeds.first + 1) }, async () => {
      await using thread = new SeedThread(profiles[profile]);
      while (next <= seeds.last && !signal.aborted) {
        const seed = next++;
        const isDigested = (seed - seeds.first) % repeatEvery === 0;
        const { digest, ...result } = await thread.ask<Judged>({ seed, do: "judge", isDigested });
        if (digest !== undefined) digests.set(seed, digest);
        onResult(result);
      }
      for (const [seed, digest] of digests) {
        if (interrupted.aborted) return;
        digests.delete(seed);
        const { difference } = await thread.ask<Repeated>({ seed, do: "repeat", digest });
        if (difference) onDifference(seed, difference);
      }
    }),
  );
}

/** A thread that plays one seed after the other. */
export class SeedThread implements AsyncDisposable {
  readonly #worker: Worker;

  constructor(profile: Profile) {
    this.#worker = new Worker(new URL("./seed-thread.ts", import.meta.url), {
      workerData: profile,
      resourceLimits: threadLimits(),
    });
  }

  /** Resolves to what the thread answers to a task of this kind. */
  ask<Answer extends Judged | Repeated>(task: Task): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const ended = () => reject(new Error(`the thread of seed ${task.seed} ended`));
    this.#worker.once("message", resolve).once("error", reject).once("exit", ended);
    this.#worker.postMessage(task);
    return promise.finally(() => this.#worker.off("message", resolve).off("error", reject).off("exit", ended));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
