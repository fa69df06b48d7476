import type { Timeline } from "../../ports/clock.ts";

/**
 * A wait for a reply. `over` resolves when the reply has come, when the time is up, or when the
 * wait is ended.
 */
export type AnswerWait = Readonly<{ over: Promise<void>; end: () => void }>;

/** Commands of operators that wait for another cluster. */
export class AnswerWaiters {
  readonly #clock: Timeline;
  readonly #ends = new Set<() => void>();

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Begins a wait of so many milliseconds at most. Called before the request is sent. */
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

  /** Ends all waits: a reply has come. */
  answered(): void {
    for (const end of this.#ends) end();
  }
}
