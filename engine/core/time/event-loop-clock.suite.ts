import type { Clock } from "../../ports/clock.ts";

/** Clock that tests advance. Callbacks that a callback schedules run in a later turn of the event loop. */
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

  get alarms(): readonly number[] {
    return [...this.#alarms].map(({ when }) => when);
  }

  /** Sets the time to `now` and runs due callbacks until none is left. */
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
  async until<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    const settle = () => {
      done = true;
    };
    promise.then(settle, settle);
    while (!done) await this.moveTo(this.#now);
    return promise;
  }
}
