import btree from "sorted-btree";
import { virtualBeginning } from "./virtual-beginning.ts";

type Event = Readonly<{ when: number; order: number; callback: () => void }>;

/** A caller of `until` or `pass`. `wake` runs after all events up to `end`; `isOver`: it no longer waits. */
type Waiter = {
  isOver: boolean;
  readonly end: number;
  readonly wake: () => void;
  readonly fail: (error: Error) => void;
  left: number;
};

const eventLimit = 2_000_000;

/** Limits of a whole simulation: milliseconds of virtual time, and number of events. */
export type SimulationBound = Readonly<{ milliseconds: number; events: number }>;

/** Error: a wait cannot end because no event is left or a limit is exceeded. */
export class Endless extends Error {
  override readonly name = "Endless";
}

/** Once in this many rounds, the event loop of the process runs, to handle signals, timers and streams. */
const eventsPerTurn = 64;

/**
 * Scheduler of virtual time. Events run one at a time, and only while callers wait. Before the next event, every caller
 * that can continue does so.
 */
export class Scheduler {
  readonly #events = new btree.default<Event, true>(undefined, (a, b) => a.when - b.when || a.order - b.order);
  #now = virtualBeginning;
  #order = 0;
  #settled = 0;
  #happened = 0;
  readonly #bound: SimulationBound;
  readonly #waiters = new Set<Waiter>();

  /** Default of `bound`: no limits. */
  constructor(bound: SimulationBound = { milliseconds: Number.POSITIVE_INFINITY, events: Number.POSITIVE_INFINITY }) {
    this.#bound = bound;
  }

  /** Returns the virtual time in whole milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#now);
  }

  /** Returns the virtual time in milliseconds since 1970, with fractions. */
  exactNow(): number {
    return this.#now;
  }

  /** Returns the virtual milliseconds since the simulation began, with fractions. */
  elapsed(): number {
    return this.#now - virtualBeginning;
  }

  /** Schedules `callback` at the virtual time `when`, in milliseconds since 1970. Returns a function to cancel it. */
  at(when: number, callback: () => void): () => void {
    const event = { when: Math.max(when, this.#now), order: this.#order++, callback };
    this.#events.set(event, true);
    return () => void this.#events.delete(event);
  }

  after(milliseconds: number, callback: () => void): () => void {
    return this.at(this.#now + milliseconds, callback);
  }

  /** Reason why the simulation has ended, for people; undefined while it may run. */
  get over(): string | undefined {
    const { milliseconds, events } = this.#bound;
    if (this.elapsed() > milliseconds)
      return `it still runs after ${Math.round(milliseconds / 1000)} s of virtual time`;
    if (this.#happened >= events) return `it still runs after ${events} events`;
    return undefined;
  }

  /**
   * Runs events until the promise settles. Rejects with an {@link Endless} if no event is left or a limit is exceeded.
   */
  until<T>(awaited: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const waiter = this.#wait({ end: Number.POSITIVE_INFINITY, wake: () => {}, fail: reject });
    const settle = () => {
      waiter.isOver = true;
    };
    awaited.then(settle, settle);
    return Promise.race([awaited, promise]);
  }

  /** Runs the events of the next `milliseconds`. Rejects with an {@link Endless} if a limit is exceeded. */
  pass(milliseconds: number): Promise<void> {
    return new Promise((wake, fail) => void this.#wait({ end: this.#now + milliseconds, wake, fail }));
  }

  /** Sets time forward at once. Events that become due by this run late, during the next wait. */
  leap(milliseconds: number): void {
    this.#now += milliseconds;
  }

  #wait(about: Pick<Waiter, "end" | "wake" | "fail">): Waiter {
    const waiter: Waiter = { ...about, isOver: false, left: eventLimit };
    this.#waiters.add(waiter);
    if (this.#waiters.size === 1) void this.#run();
    return waiter;
  }

  async #run(): Promise<void> {
    // A tick that is scheduled directly from the event loop would run before all promises; one scheduled from a promise
    // runs after them.
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

  #end(waiter: Waiter, notify: () => void): void {
    waiter.isOver = true;
    notify();
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
   * Resolves when all promises that can settle have settled. That is when no promise job is left, because simulated
   * parts wait only for the scheduler. A tick of Node runs at that time. A turn of the event loop does too, but costs
   * ten times as much, so only one in {@link eventsPerTurn} waits for a turn.
   */
  #settling(): Promise<void> {
    const takesTurn = ++this.#settled % eventsPerTurn === 0;
    return new Promise((resolve) => (takesTurn ? setImmediate(resolve) : process.nextTick(resolve)));
  }
}

function hopeless(): Endless {
  return new Endless("simulation: the awaited event will never happen");
}
