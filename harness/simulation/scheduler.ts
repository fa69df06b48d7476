import btree from "sorted-btree";
import { virtualBeginning } from "./virtual-beginning.ts";

type Event = Readonly<{ when: number; order: number; callback: () => void }>;

/** A caller that waits, and has to be woken when all that can happen until `end` has happened; or who wakes by itself, and is gone then. */
type Waiter = {
  isOver: boolean;
  readonly end: number;
  readonly wake: () => void;
  readonly fail: (error: Error) => void;
  left: number;
};

/** How many events may happen before a wait is called hopeless: about a hundred times what the longest scenario needs. */
const eventLimit = 2_000_000;

/** How long a whole simulation may go on: of virtual time, in milliseconds, and in events. */
export type SimulationBound = Readonly<{ milliseconds: number; events: number }>;

/** What is waited for never comes: nothing is left that could happen, or the simulation has gone on longer than it may. */
export class Endless extends Error {
  override readonly name = "Endless";
}

/** After so many events signals, timers and streams of the process have their turn. */
const eventsPerTurn = 64;

/**
 * Virtual time. Nothing happens by itself: while callers wait, one event happens after the other. All who wait share them: after each event all
 * who can go on do so before the next, so that none lets time go by over another's next step.
 */
export class Scheduler {
  readonly #events = new btree.default<Event, true>(undefined, (a, b) => a.when - b.when || a.order - b.order);
  #now = virtualBeginning;
  #order = 0;
  #settled = 0;
  #happened = 0;
  readonly #bound: SimulationBound;
  readonly #waiters = new Set<Waiter>();

  /** Without a bound it goes on as long as a caller waits. */
  constructor(bound: SimulationBound = { milliseconds: Number.POSITIVE_INFINITY, events: Number.POSITIVE_INFINITY }) {
    this.#bound = bound;
  }

  /** Milliseconds since 1970, whole. */
  now(): number {
    return Math.floor(this.#now);
  }

  /** Milliseconds since 1970, with fractions. */
  exactNow(): number {
    return this.#now;
  }

  /** Milliseconds since the beginning, with fractions. */
  elapsed(): number {
    return this.#now - virtualBeginning;
  }

  /** Does `callback` once at `when`, and gives back how to prevent it. */
  at(when: number, callback: () => void): () => void {
    const event = { when: Math.max(when, this.#now), order: this.#order++, callback };
    this.#events.set(event, true);
    return () => void this.#events.delete(event);
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.at(this.#now + milliseconds, callback);
  }

  /** Why nothing happens any more, for people; undefined while it may. */
  get over(): string | undefined {
    const { milliseconds, events } = this.#bound;
    if (this.elapsed() > milliseconds)
      return `it still runs after ${Math.round(milliseconds / 1000)} s of virtual time`;
    if (this.#happened >= events) return `it still runs after ${events} events`;
    return undefined;
  }

  /** Lets things happen until `wanted` is settled. Rejects with an {@link Endless} when it never will be. */
  until<T>(wanted: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const waiter = this.#wait({ end: Number.POSITIVE_INFINITY, wake: () => {}, fail: reject });
    const settle = () => {
      waiter.isOver = true;
    };
    wanted.then(settle, settle);
    return Promise.race([wanted, promise]);
  }

  /** Lets all happen that happens within this time. Rejects with an {@link Endless} when that is longer than the simulation may go on. */
  pass(milliseconds: number): Promise<void> {
    return new Promise((wake, fail) => void this.#wait({ end: this.#now + milliseconds, wake, fail }));
  }

  /** Moves time at once. What came due in between happens late, as after a clock was set forward, and only when time goes on. */
  leap(milliseconds: number): void {
    this.#now += milliseconds;
  }

  #wait(about: Pick<Waiter, "end" | "wake" | "fail">): Waiter {
    const waiter: Waiter = { ...about, isOver: false, left: eventLimit };
    this.#waiters.add(waiter);
    if (this.#waiters.size === 1) void this.#run();
    return waiter;
  }

  /** Lets one event happen after the other as long as a caller waits. */
  async #run(): Promise<void> {
    // Called by the event loop itself, as by a message to a thread, a tick would come before all promises; from a promise on it comes after them.
    await undefined;
    for (;;) {
      await this.#settling();
      for (const waiter of this.#waiters) if (waiter.isOver) this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) return;
      const next = this.#events.minKey()?.when ?? Number.POSITIVE_INFINITY;
      const first = this.#firstToWake();
      const { over } = this;
      if (over !== undefined) {
        for (const waiter of this.#waiters) this.#end(waiter, () => waiter.fail(new Endless(over)));
      } else if (first.end < next) {
        this.#now = Math.max(this.#now, first.end);
        this.#end(first, first.wake);
      } else if (!this.#happen()) {
        for (const waiter of this.#waiters) this.#end(waiter, () => waiter.fail(hopeless()));
      } else {
        for (const waiter of this.#waiters) if (--waiter.left === 0) this.#end(waiter, () => waiter.fail(hopeless()));
      }
    }
  }

  #firstToWake(): Waiter {
    let first: Waiter | undefined;
    for (const waiter of this.#waiters) if (!first || waiter.end < first.end) first = waiter;
    return first as Waiter;
  }

  #end(waiter: Waiter, tell: () => void): void {
    waiter.isOver = true;
    tell();
  }

  #happen(): boolean {
    const event = this.#events.minKey();
    if (!event) return false;
    this.#events.delete(event);
    this.#happened++;
    this.#now = Math.max(this.#now, event.when);
    event.callback();
    return true;
  }

  /**
   * Resolves when every promise that could go on has gone on: simulated parts wait for nothing but the scheduler. Node takes the next tick when no
   * promise is left that could; a turn of its event loop says the same and costs ten times as much, so only one in many is that.
   */
  #settling(): Promise<void> {
    const takesTurn = ++this.#settled % eventsPerTurn === 0;
    return new Promise((resolve) => (takesTurn ? setImmediate(resolve) : process.nextTick(resolve)));
  }
}

function hopeless(): Endless {
  return new Endless("simulation: what is waited for will never happen");
}
