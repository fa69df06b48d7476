import type { Stage } from "./stage.ts";

export class Failpoint {
  readonly #restart: () => Promise<void>;
  #place: string | undefined;
  #passes = 0;
  #restarted: Promise<void> | undefined;

  constructor(restart: () => Promise<void>) {
    this.#restart = restart;
  }

  /**
   * Crashes the cluster if `place` is the failpoint at which it must crash. Then returns a promise that never resolves.
   */
  readonly reach = (place: string): void | Promise<void> => {
    if (place !== this.#place || this.#passes-- > 0) return;
    this.#place = undefined;
    this.#restarted = this.#restart();
    return new Promise(() => {});
  };

  /**
   * Runs `task` once to its end. During or after it, the cluster crashes when it reaches the failpoint `place`, after
   * `passes` earlier passes. `restarted` in the result is the promise of the restart. Errors of `task` are ignored.
   * Rejects if the cluster does not reach the failpoint in time.
   */
  async await(
    { place, passes = 0 }: Readonly<{ place: string; passes?: number }>,
    task: () => Promise<unknown>,
    eventually: Stage["eventually"],
  ): Promise<Readonly<{ restarted: Promise<void> }>> {
    this.#restarted = undefined;
    this.#place = place;
    this.#passes = passes;
    try {
      await task().catch(() => undefined);
      return await eventually(async () => {
        if (!this.#restarted) throw new Error(`no cluster reached "${place}"`);
        return { restarted: this.#restarted };
      });
    } finally {
      this.#place = undefined;
    }
  }
}
