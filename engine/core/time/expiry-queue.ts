import { assert } from "../../api/assert.ts";
import { reasonOf } from "../../api/reason.ts";
import type { Cancel, Clock, Instant } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";
import type { Storage, StorageChange } from "../storage/storage.ts";
import { steadyTime } from "./steady-time.ts";

/** An instant in a key: so many digits to this base that keys sort by time until the year 5188. A million keys are smaller for it. */
const [instantDigits, instantBase] = [9, 36];

/** Names read at once: a look takes a breath after each page, so that a million ends at one moment do not stop requests. */
const pageNames = 128;

/** Ends under way at a time. Ending a lease asks another server: many wait at once, so that they may be asked together, but none is flooded. */
const endsAtOnce = 128;

/** A failed end is tried again after so long. */
const retryMilliseconds = 10_000;

/**
 * A batch may hold only after the time of an entry in it has come. Then it is looked for again after a tenth of a second, and at ever
 * longer times up to a minute: a store that takes longer has failed.
 */
const commitMilliseconds = { least: 100, most: 60_000 };

/** What a queue works with. */
export type ExpiryQueueOptions = Readonly<{
  storage: Storage;
  /** Where its entries are among the local keys, such as `lease-end/`. */
  prefix: string;
  clock: Clock;
  log: Log;
  /**
   * Ends `name`, whose time `when` has come. The batch that ends it removes this entry, or puts another one at a later time in its
   * place. When it rejects, it is called again after a while.
   */
  due: (name: string, when: Instant) => Promise<void>;
}>;

/** The time between a `resume` and the next `stop`. */
type Life = { phase: "beginning" | "running" };

/** Of what was put within a second: when the first of it ends, and when the last of it was put, in steady time. */
type RecentEntries = { firstEnds: Instant; lastPut: Instant };

/**
 * What ends when, as an index by time in the store: a million entries cost no memory here, and to begin again takes one look at the
 * first of them. An entry is put and removed in the same batch as what it is about.
 */
export class ExpiryQueue {
  readonly #options: ExpiryQueueOptions;
  #alarm: Readonly<{ when: Instant; cancel: Cancel }> | undefined;
  /** What was put a short while ago, by the second: a look that came meanwhile may not have seen it, as its batch may hold only afterwards. */
  readonly #recent = new Map<number, RecentEntries>();
  /** Begins with `resume` by reading the first entry, and then runs until `stop`. Work that an earlier life has not finished, stops. Undefined while stopped. */
  #life: Life | undefined;
  /** One look at a time, also across lives. An alarm during a look makes it `repeat`: another look follows. */
  #look: "none" | "running" | "repeat" = "none";

  constructor(options: ExpiryQueueOptions) {
    this.#options = options;
  }

  /** Where its entries are among the local keys. */
  get prefix(): string {
    return this.#options.prefix;
  }

  /** Whether it neither ends anything now nor is going to. */
  get isIdle(): boolean {
    return this.#life?.phase !== "beginning" && this.#look === "none" && this.#alarm === undefined;
  }

  /** The change that has `name` end at `when`, for the batch that stores it. */
  put(name: string, when: Instant): StorageChange {
    this.#remember(when);
    this.#wakeAt(when);
    return { space: "local", key: this.#keyOf(name, when), value: "" };
  }

  /** The change that takes back what was put for the same time. */
  remove(name: string, when: Instant): StorageChange {
    return { space: "local", key: this.#keyOf(name, when), value: null };
  }

  /** Begins with what is stored. What is overdue ends soon, not before this returns. */
  async resume(): Promise<void> {
    this.stop();
    const life: Life = { phase: "beginning" };
    this.#life = life;
    const [first] = await this.#entries({ limit: 1 }).finally(() => {
      assert(life.phase === "beginning", "a life of an expiry queue begins once");
      life.phase = "running";
    });
    if (life !== this.#life) return;
    if (first !== undefined) this.#wakeAt(instantOf(first));
    this.#wakeForRecent();
  }

  /** Ends nothing more until it is resumed. */
  stop(): void {
    this.#life = undefined;
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }

  #keyOf(name: string, when: Instant): string {
    const digits = Math.max(0, Math.ceil(when)).toString(instantBase).padStart(instantDigits, "0");
    return `${this.#options.prefix}${digits}/${name}`;
  }

  #entries(window: { after?: string; limit: number }): Promise<readonly string[]> {
    return this.#options.storage.keys("local", this.#options.prefix, window);
  }

  #wakeAt(when: Instant): void {
    if (this.#life === undefined || (this.#alarm && this.#alarm.when <= when)) return;
    this.#alarm?.cancel();
    const ring = () => {
      this.#alarm = undefined;
      void this.#ring();
    };
    this.#alarm = { when, cancel: this.#options.clock.at(when, ring) };
  }

  #remember(when: Instant): void {
    const now = this.#steadyNow();
    const second = Math.floor(now / 1000);
    const recent = this.#recent.get(second);
    if (recent) {
      recent.firstEnds = Math.min(recent.firstEnds, when);
      recent.lastPut = now;
    } else {
      this.#forgetSettled();
      this.#recent.set(second, { firstEnds: when, lastPut: now });
    }
  }

  /** What a look may not have seen is looked for at its time, and when that is over, at ever longer times. */
  #wakeForRecent(): void {
    this.#forgetSettled();
    const now = this.#options.clock.now();
    for (const { firstEnds, lastPut } of this.#recent.values()) {
      const wait = Math.max(this.#steadyNow() - lastPut, commitMilliseconds.least);
      this.#wakeAt(firstEnds > now ? firstEnds : now + wait);
    }
  }

  /** The next look sees what was put longer ago. */
  #forgetSettled(): void {
    const since = this.#steadyNow() - commitMilliseconds.most;
    for (const [second, { lastPut }] of this.#recent) if (lastPut < since) this.#recent.delete(second);
  }

  /** How long a batch takes to hold has nothing to do with the clock, which may be set forward or back meanwhile. */
  #steadyNow(): Instant {
    return steadyTime(this.#options.clock).now();
  }

  /** Begins a look, or has the one under way repeated. */
  async #ring(): Promise<void> {
    if (this.#look !== "none") {
      this.#look = "repeat";
      return;
    }
    this.#look = "running";
    let isRepeated = false;
    try {
      await this.#endDue();
    } finally {
      isRepeated = this.#finishLook();
    }
    if (isRepeated) this.#wakeAt(this.#options.clock.now());
  }

  /** Ends the look under way. Returns true when another one has to follow. */
  #finishLook(): boolean {
    assert(this.#look !== "none", "a look ends once");
    const isRepeated = this.#look === "repeat";
    this.#look = "none";
    return isRepeated;
  }

  /** Ends what is due, in the order of time, and arranges the next look. */
  async #endDue(): Promise<void> {
    const { clock, log, prefix, due } = this.#options;
    const life = this.#life;
    let complete = true;
    const failed = (what: string) => (error: unknown) => {
      complete = false;
      log.error(what, { queue: prefix, reason: reasonOf(error) });
    };
    // The next one begins when any is over: none waits for the slowest of a page.
    const ends = new Set<Promise<void>>();
    let oneIsOver = Promise.withResolvers<void>();
    const end = async (entry: string) => {
      const ending = due(entry.slice(instantDigits + 1), instantOf(entry)).catch(
        failed("what is over could not be ended"),
      );
      ends.add(ending);
      await ending;
      ends.delete(ending);
      oneIsOver.resolve();
    };
    try {
      for await (const page of this.#due(life)) {
        for (const entry of page) {
          if (life !== this.#life) break;
          void end(entry);
          if (ends.size < endsAtOnce) continue;
          oneIsOver = Promise.withResolvers();
          await oneIsOver.promise;
        }
      }
    } catch (error) {
      failed("the queue of what ends could not be read")(error);
    }
    await Promise.all(ends);
    if (life !== this.#life) return;
    this.#wakeForRecent();
    if (!complete) this.#wakeAt(clock.now() + retryMilliseconds);
  }

  /** What is due, page by page, in the order of time; and the next look is arranged for what is not yet. */
  async *#due(life: object | undefined): AsyncGenerator<readonly string[]> {
    const { clock } = this.#options;
    for (let after = ""; ; await yieldToEventLoop(clock)) {
      const entries = await this.#entries({ after, limit: pageNames });
      const due = entries.filter((entry) => instantOf(entry) <= clock.now());
      yield due;
      if (life !== this.#life) return;
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
