import type { Timeline } from "../../ports/clock.ts";

/** A wait for a reply. `over` resolves when a reply arrives, when the time is up, or when `end` is called. */
export type AnswerWait = Readonly<{ over: Promise<void>; end: () => void }>;

export class AnswerWaiters {
  readonly #clock: Timeline;
  readonly #ends = new Set<() => void>();

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Begins a wait of at most `milliseconds`. Must be called before the request is sent. */
  begin(milliseconds: number): AnswerWait {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => {
      cancel();
      this.#ends.delete(end);
      resolve();
    };
    const cancel = this.#clock.at(this.#clock.now() + milliseconds, end);
    this.#ends.add(end);
    return { over: promise, end };
  }

  answered(): void {
    for (const end of this.#ends) end();
  }
}
