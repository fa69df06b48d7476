import { Worker } from "node:worker_threads";
import { threadLimits } from "#harness/cli/thread-limits.ts";
import type { Capsule } from "./capsule.ts";
import type { Difference } from "./compare-twice.ts";
import type { Wanted } from "./encapsulate.ts";
import type { Result } from "./judge-schedule.ts";
import type { Profile } from "./profile.ts";
import { type ProfileName, profiles } from "./profiles.ts";
import type { SeedRange } from "./seed-range.ts";

/** What came of one seed; a seed that could not be played has only its trouble, which is a mistake of ours. */
export type SeedResult = Readonly<{ seed: number }> & (Readonly<{ result: Result }> | Readonly<{ trouble: string }>);

/**
 * What a thread is asked: to judge a seed, and to digest its history where it is to be played again; to play one again whose history had this digest; or to
 * put what broke a rule into a capsule, shrunk or whole.
 */
export type Task = Readonly<
  { seed: number } & (
    | { do: "judge"; isDigested: boolean }
    | { do: "repeat"; digest: string }
    | { do: "encapsulate"; wanted: Wanted; shrinks: boolean }
  )
>;
export type Judged = SeedResult & Readonly<{ digest?: string }>;
/** The first difference between two plays of a seed; undefined where there is none. */
export type Repeated = Readonly<{ seed: number; difference: Difference | undefined }>;
/** Undefined where the rule was not broken again. */
export type Encapsulated = Readonly<{ seed: number; capsule: Capsule | undefined }>;

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
  /** Hears of each seed that could not be played again, and why. */
  onTrouble: (seed: number, trouble: string) => void;
  limits?: Partial<SeedLimits>;
}>;

/**
 * What a world may take that never yields, and so sees none of the bounds of virtual time and events: real minutes, and megabytes of memory. A usual one
 * takes a second and a tenth of that memory, on a machine that has something else to do some ten seconds.
 */
export type SeedLimits = Readonly<{ minutes: number; megabytes: number }>;

const usualLimits: SeedLimits = { minutes: 10, megabytes: 1024 };

/** One seed in so many is played again when all are judged, and compared. */
const repeatEvery = 20;

/** Plays the worlds of some seeds, each in one of several threads, and some of them twice. Resolves when all were judged, or those that were begun. */
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

/** A thread that plays one seed after the other. One that dies, or takes too long and is ended, is followed by another. */
export class SeedThread implements AsyncDisposable {
  readonly #profile: Profile;
  readonly #limits: SeedLimits;
  #worker: Worker | undefined;
  #asked: PromiseWithResolvers<Judged | Repeated | Encapsulated> | undefined;
  /** Of what the thread died while nothing was asked. */
  #diedOf: string | undefined;

  constructor(profile: Profile, limits: Partial<SeedLimits> = {}) {
    this.#profile = profile;
    this.#limits = { ...usualLimits, ...limits };
  }

  /**
   * Resolves to what the thread answers to a task of this kind; one is asked at a time. Rejects with the reason for people when the thread dies, or takes longer
   * than it may.
   */
  async ask<Answer extends Judged | Repeated | Encapsulated>(task: Task): Promise<Answer> {
    const { minutes } = this.#limits;
    const diedOf = this.#diedOf;
    this.#diedOf = undefined;
    if (diedOf !== undefined) throw new Error(`the thread died of what it had played before: ${diedOf}`);
    const asked = Promise.withResolvers<Judged | Repeated | Encapsulated>();
    this.#asked = asked;
    this.#worker ??= this.#start();
    const watchdog = setTimeout(() => {
      asked.reject(new Error(`it was not at its end after ${minutes} minutes, and its thread was ended`));
    }, minutes * 60_000);
    this.#worker.postMessage(task);
    try {
      // A thread answers what it is asked.
      return (await asked.promise) as Answer;
    } catch (error) {
      await this[Symbol.asyncDispose]();
      throw error;
    } finally {
      this.#asked = undefined;
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
      if (this.#asked) this.#asked.reject(new Error(`the thread that played it died: ${why}`));
      else this.#diedOf = why;
    };
    return worker
      .on("message", (answer) => this.#asked?.resolve(answer))
      .on("error", (error) => died(String(error)))
      .on("exit", () => died("it ended"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
