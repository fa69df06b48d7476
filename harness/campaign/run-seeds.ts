import { Worker } from "node:worker_threads";
import { threadLimits } from "#harness/program/thread-limits.ts";
import type { Capsule } from "./capsule.ts";
import type { Difference } from "./compare-twice.ts";
import type { Wanted } from "./encapsulate.ts";
import type { Result } from "./judge-schedule.ts";
import type { Profile } from "./profile.ts";
import { type ProfileName, profiles } from "./profiles.ts";
import type { SeedRange } from "./seed-range.ts";

/** Result of one seed, or the error if the seed could not be played. */
export type SeedResult = Readonly<{ seed: number }> & (Readonly<{ result: Result }> | Readonly<{ trouble: string }>);

/**
 * Task for a thread. "judge" plays and judges a seed, with a digest if `isDigested`; "repeat" plays a seed again and
 * compares the digest; "encapsulate" creates a capsule of a violation.
 */
export type Task = Readonly<
  { seed: number } & (
    | { do: "judge"; isDigested: boolean }
    | { do: "repeat"; digest: string }
    | { do: "encapsulate"; wanted: Wanted; shrinks: boolean }
  )
>;
export type Judged = SeedResult & Readonly<{ digest?: string }>;
/** First difference between two runs of a seed; undefined if their digests are equal. */
export type Repeated = Readonly<{ seed: number; difference: Difference | undefined }>;
/** Capsule of a violation; undefined if the rule was not broken again. */
export type Encapsulated = Readonly<{ seed: number; capsule: Capsule | undefined }>;

export type RunSeedsOptions = Readonly<{
  seeds: SeedRange;
  profile: ProfileName;
  workers: number;
  /** When aborted, no further seed is started. */
  signal: AbortSignal;
  /** When aborted, seeds are no longer repeated. */
  interrupted: AbortSignal;
  /** Called with the results of seeds in the order of completion. */
  onResult: (result: SeedResult) => void;
  /** Called for each seed whose second run produced a different history. */
  onDifference: (seed: number, difference: Difference) => void;
  /** Called for each seed that could not be repeated, with the reason. */
  onTrouble: (seed: number, trouble: string) => void;
  limits?: Partial<SeedLimits>;
}>;

/**
 * Limits of a seed: real time in minutes, and memory in megabytes. They end worlds that never yield and therefore never
 * reach the limits of virtual time and events.
 */
export type SeedLimits = Readonly<{ minutes: number; megabytes: number }>;

const defaultLimits: SeedLimits = { minutes: 10, megabytes: 1024 };

/** One in this many seeds is repeated, after all seeds have been started. */
const repeatEvery = 20;

/** Plays and judges seeds on several threads, and repeats some of them. Resolves when all started seeds are done. */
export async function runSeeds(options: RunSeedsOptions): Promise<void> {
  const { seeds, profile, workers, signal, interrupted, onResult, onDifference, onTrouble, limits } = options;
  let next = seeds.first;
  const digests = new Map<number, string>();
  await Promise.all(
    Array.from({ length: Math.min(workers, seeds.last - seeds.first + 1) }, async () => {
      await using thread = new SeedThread(profiles[profile], limits);
      while (next <= seeds.last && !signal.aborted) {
        const seed = next++;
        const isDigested = (seed - seeds.first) % repeatEvery === 0;
        const { digest, ...result } = await thread
          .ask<Judged>({ seed, do: "judge", isDigested })
          .catch((error: Error): Judged => ({ seed, trouble: error.message }));
        if (digest !== undefined) digests.set(seed, digest);
        onResult(result);
      }
      for (const [seed, digest] of digests) {
        if (interrupted.aborted) return;
        digests.delete(seed);
        try {
          const { difference } = await thread.ask<Repeated>({ seed, do: "repeat", digest });
          if (difference) onDifference(seed, difference);
        } catch (error) {
          onTrouble(seed, (error as Error).message);
        }
      }
    }),
  );
}

/**
 * A thread that executes tasks one by one. If it dies or exceeds its time limit, a later task
 * starts a new thread.
 */
export class SeedThread implements AsyncDisposable {
  readonly #profile: Profile;
  readonly #limits: SeedLimits;
  #worker: Worker | undefined;
  #pending: PromiseWithResolvers<Judged | Repeated | Encapsulated> | undefined;
  #diedOf: string | undefined;

  constructor(profile: Profile, limits: Partial<SeedLimits> = {}) {
    this.#profile = profile;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Executes a task on the thread and returns its result. Only one task may run at a time. Rejects if the thread dies,
   * has died since the last task, or exceeds its time limit.
   */
  async ask<Answer extends Judged | Repeated | Encapsulated>(task: Task): Promise<Answer> {
    const { minutes } = this.#limits;
    const diedOf = this.#diedOf;
    this.#diedOf = undefined;
    if (diedOf !== undefined) throw new Error(`the thread died of a previous task: ${diedOf}`);
    const pending = Promise.withResolvers<Judged | Repeated | Encapsulated>();
    this.#pending = pending;
    this.#worker ??= this.#start();
    const watchdog = setTimeout(() => {
      pending.reject(new Error(`the seed did not end within ${minutes} minutes, and its thread was ended`));
    }, minutes * 60_000);
    this.#worker.postMessage(task);
    try {
      // The kind of the answer follows from the task.
      return (await pending.promise) as Answer;
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    } finally {
      this.#pending = undefined;
      clearTimeout(watchdog);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL("./seed-thread.ts", import.meta.url), {
      workerData: this.#profile,
      resourceLimits: { ...threadLimits(), maxOldGenerationSizeMb: this.#limits.megabytes },
    });
    const died = (why: string) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      if (this.#pending) this.#pending.reject(new Error(`the thread died while it played the seed: ${why}`));
      else this.#diedOf = why;
    };
    return worker
      .on("message", (answer) => this.#pending?.resolve(answer))
      .on("error", (error) => died(String(error)))
      .on("exit", () => died("it ended"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
