import btree from "sorted-btree";
import { virtualBeginning } from "./virtual-beginning.ts";

type Event = Readonly<{ when: number; order: number; callback: () => void }>;

/** How many events may happen before a wait is called hopeless: about a hundred times what the longest scenario needs. */
const eventLimit = 2_000_000;

/** After so many events signals, timers and streams of the process have their turn. */
const eventsPerTurn = 64;

/** Virtual time. Nothing happens by itself: a waiting caller makes the next event happen, until what it waits for is there. */
export class Scheduler {
  readonly #events = new btree.default<Event, true>(undefined, (a, b) => a.when - b.when || a.order - b.order);
  #now = virtualBeginning;
  #order = 0;
  #settled = 0;
  #turn: Promise<void> = Promise.resolve();

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

  /** Lets things happen until `wanted` is settled. */
  async until<T>(wanted: Promise<T>): Promise<T> {
    let settled = false;
    const settle = () => {
      settled = true;
    };
    wanted.then(settle, settle);
    await this.#exclusively(async () => {
      await this.#settling();
      for (let count = 0; !settled; count++) {
        if (count >= eventLimit || !this.#happen()) throw new Error("simulation: what is waited for will never happen");
        await this.#settling();
      }
    });
    return wanted;
  }

  /** Lets all happen that happens within this time. */
  pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    return this.#exclusively(async () => {
      await this.#settling();
      while ((this.#events.minKey()?.when ?? Number.POSITIVE_INFINITY) <= end) {
        this.#happen();
        await this.#settling();
      }
      this.#now = end;
    });
  }

  /** Moves time at once. What came due in between happens late, as after a clock was set forward, and only when time goes on. */
  leap(milliseconds: number): void {
    this.#now += milliseconds;
  }

  #happen(): boolean {
    const event = this.#events.minKey();
    if (!event) return false;
    this.#events.delete(event);
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

  /** Two that wait at the same time take turns: the second starts when the first has what it wanted. */
  #exclusively(callback: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(callback);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
