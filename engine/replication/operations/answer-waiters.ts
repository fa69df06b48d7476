import type { Timeline } from "../../ports/clock.ts";

/** A wait for an answer. `over` resolves when it came, when the time is up, or when the wait is ended. */
export type AnswerWait = Readonly<{ over: Promise<void>; end: () => void }>;

/** Operators' calls that wait for what another cluster says. */
export class AnswerWaiters {
  readonly #clock: Timeline;
  readonly #ends = new Set<() => void>();

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Begins to wait, for so many milliseconds at most. To be called before the question is asked. */
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

  /** An answer has come. */
  answered(): void {
    for (const end of this.#ends) end();
  }
}
