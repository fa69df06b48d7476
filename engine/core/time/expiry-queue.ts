import { assert } from "../../api/errors/assert.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import type { Cancel, Clock, Instant } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Storage, StorageChange } from "../storage/storage.ts";
import { steadyTime } from "./steady-time.ts";

/** Digits and base of an instant in a key. Keys are short, and sort by time until the year 5188. */
const [instantDigits, instantBase] = [9, 36];

const pageNames = 128;

const maxConcurrentEnds = 128;

const retryMilliseconds = 10_000;

/**
 * `least` is the minimum delay between scans for recent entries, `most` the age at which an entry is no longer recent,
 * in milliseconds. An entry may be committed after its time; scans at increasing intervals then find it.
 */
const commitMilliseconds = { least: 100, most: 60_000 };

export type ExpiryQueueOptions = Readonly<{
  storage: Storage;
  prefix: string;
  clock: Clock;
  log: Log;
  /**
   * Ends `name`, whose entry is due at `when`. Must remove the entry in the same commit that ends `name` or puts
   * another entry for it. If the promise rejects, `due` is called again later.
   */
  due: (name: string, when: Instant) => Promise<void>;
}>;

type Run = { phase: "resuming" | "running"; alarm?: Readonly<{ when: Instant; cancel: Cancel }> | undefined };

type RecentEntries = { firstEnds: Instant; lastPut: Instant };

/**
 * Queue of expiry times, stored as an index by time. A restart reads only the first entry. The caller commits an entry
 * together with the object that expires.
 */
export class ExpiryQueue {
  readonly #options: ExpiryQueueOptions;
  readonly #recent = new Map<number, RecentEntries>();
  #run: Run | undefined;
  /** Only one scan runs at a time, also across runs. A wake-up during a scan requests another scan. */
  #scanning: "no" | "once" | "again" = "no";

  constructor(options: ExpiryQueueOptions) {
    this.#options = options;
  }

  get prefix(): string {
    return this.#options.prefix;
  }

  /** True if the queue is not being resumed, no entry is being ended and no scan is scheduled. */
  get isIdle(): boolean {
    return this.#run?.phase !== "resuming" && this.#scanning === "no" && this.#run?.alarm === undefined;
  }

  /** Returns the change that adds the entry of `name`. The caller commits it together with the object. */
  put(name: string, when: Instant): StorageChange {
    this.#remember(when);
    this.#wakeAt(when);
    return { space: "local", key: this.#keyOf(name, when), value: "" };
  }

  remove(name: string, when: Instant): StorageChange {
    return { space: "local", key: this.#keyOf(name, when), value: null };
  }

  async resume(): Promise<void> {
    this.stop();
    const run: Run = { phase: "resuming" };
    this.#run = run;
    const [first] = await this.#entries({ limit: 1 }).finally(() => {
      assert(run.phase === "resuming", "a run of an expiry queue is resumed once");
      run.phase = "running";
    });
    if (run !== this.#run) return;
    if (first !== undefined) this.#wakeAt(instantOf(first));
    this.#wakeForRecent();
  }

  stop(): void {
    this.#run?.alarm?.cancel();
    this.#run = undefined;
  }

  #keyOf(name: string, when: Instant): string {
    const digits = Math.max(0, Math.ceil(when)).toString(instantBase).padStart(instantDigits, "0");
    return `${this.#options.prefix}${digits}/${name}`;
  }

  #entries(window: { after?: string; limit: number }): Promise<readonly string[]> {
    return this.#options.storage.keys("local", this.#options.prefix, window);
  }

  #wakeAt(when: Instant): void {
    const run = this.#run;
    if (run === undefined || (run.alarm && run.alarm.when <= when)) return;
    run.alarm?.cancel();
    const wake = () => {
      assert(run === this.#run, "a stopped run has no alarm");
      run.alarm = undefined;
      void this.#wake();
    };
    run.alarm = { when, cancel: this.#options.clock.at(when, wake) };
  }

  #remember(when: Instant): void {
    const now = this.#steadyNow();
    const second = Math.floor(now / 1000);
    const recent = this.#recent.get(second);
    if (recent) {
      recent.firstEnds = Math.min(recent.firstEnds, when);
      recent.lastPut = now;
    } else {
      this.#forgetCommitted();
      this.#recent.set(second, { firstEnds: when, lastPut: now });
    }
  }

  #wakeForRecent(): void {
    this.#forgetCommitted();
    const now = this.#options.clock.now();
    for (const { firstEnds, lastPut } of this.#recent.values()) {
      const wait = Math.max(this.#steadyNow() - lastPut, commitMilliseconds.least);
      this.#wakeAt(firstEnds > now ? firstEnds : now + wait);
    }
  }

  #forgetCommitted(): void {
    const since = this.#steadyNow() - commitMilliseconds.most;
    for (const [second, { lastPut }] of this.#recent) if (lastPut < since) this.#recent.delete(second);
  }

  /** Returns the monotonic time, since changes of the wall clock must not affect the age of an entry. */
  #steadyNow(): Instant {
    return steadyTime(this.#options.clock).now();
  }

  async #wake(): Promise<void> {
    if (this.#scanning !== "no") {
      this.#scanning = "again";
      return;
    }
    this.#scanning = "once";
    let scansAgain = false;
    try {
      await this.#scan();
    } finally {
      scansAgain = this.#endScan();
    }
    if (scansAgain) this.#wakeAt(this.#options.clock.now());
  }

  #endScan(): boolean {
    assert(this.#scanning !== "no", "a scan ends once");
    const scansAgain = this.#scanning === "again";
    this.#scanning = "no";
    return scansAgain;
  }

  async #scan(): Promise<void> {
    const { clock, log, prefix, due } = this.#options;
    const run = this.#run;
    let complete = true;
    const failed = (message: string) => (error: unknown) => {
      complete = false;
      log.error(message, { queue: prefix, reason: reasonOf(error) });
    };
    // The next end starts when any is done, without waiting for the slowest of a page.
    const ends = new Set<Promise<void>>();
    let oneEnded = Promise.withResolvers<void>();
    const end = async (entry: string) => {
      const ending = due(entry.slice(instantDigits + 1), instantOf(entry)).catch(
        failed("an expired entry could not be ended"),
      );
      ends.add(ending);
      await ending;
      ends.delete(ending);
      oneEnded.resolve();
    };
    try {
      for await (const page of this.#due(run)) {
        for (const entry of page) {
          if (run !== this.#run) break;
          void end(entry);
          if (ends.size < maxConcurrentEnds) continue;
          oneEnded = Promise.withResolvers();
          await oneEnded.promise;
        }
      }
    } catch (error) {
      failed("an expiry queue could not be read")(error);
    }
    await Promise.all(ends);
    if (run !== this.#run) return;
    this.#wakeForRecent();
    if (!complete) this.#wakeAt(clock.now() + retryMilliseconds);
  }

  async *#due(run: object | undefined): AsyncGenerator<readonly string[]> {
    const { clock } = this.#options;
    for (let after = ""; ; await yieldToEventLoop(clock)) {
      const entries = await this.#entries({ after, limit: pageNames });
      const due = entries.filter((entry) => instantOf(entry) <= clock.now());
      yield due;
      if (run !== this.#run) return;
      const next = entries[due.length];
      if (next !== undefined) this.#wakeAt(instantOf(next));
      if (due.length < pageNames) return;
      after = due.at(-1) ?? "";
    }
  }
}

function instantOf(entry: string): Instant {
  return Number.parseInt(entry.slice(0, instantDigits), instantBase);
}
