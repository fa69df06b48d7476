import type { Clock } from "../../ports/clock.ts";

/** A clock that is moved by hand; what is due happens in turns of its own, as with a real one, also when it is arranged late. */
export class EventLoopClock implements Clock {
  readonly #alarms = new Set<{ when: number; callback: () => void }>();
  #now: number;

  constructor(now = 1000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  at(when: number, callback: () => void): () => void {
    const alarm = { when, callback };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  /** When something is arranged for. */
  get alarms(): readonly number[] {
    return [...this.#alarms].map(({ when }) => when);
  }

  /** Moves to `now`, and lets happen what is due, until nothing is. */
  async moveTo(now: number): Promise<void> {
    this.#now = now;
    for (;;) {
      const due = [...this.#alarms].filter(({ when }) => when <= now).sort((a, b) => a.when - b.when);
      for (const alarm of due) {
        this.#alarms.delete(alarm);
        alarm.callback();
      }
      await new Promise((resolve) => setImmediate(resolve));
      if (due.length === 0) return;
    }
  }
}
