import type { Stage } from "./stage.ts";

/** Failpoint at which a cluster crashes. The cluster's ports call `reach` at every failpoint. */
export class Failpoint {
  readonly #restart: () => Promise<void>;
  #place: string | undefined;
  /** Number of passes left before the crash. */
  #passes = 0;
  #restarted: Promise<void> | undefined;

  /** `restart` kills the cluster synchronously and then starts it again. */
  constructor(restart: () => Promise<void>) {
    this.#restart = restart;
  }

  /** Crashes the cluster if `place` is the active failpoint. The promise then never resolves. */
  readonly reach = (place: string): void | Promise<void> => {
    if (place !== this.#place || this.#passes-- > 0) return;
    this.#place = undefined;
    this.#restarted = this.#restart();
    return new Promise(() => {});
  };

  /**
   * Runs `task` once to its end, during or after which the cluster crashes at `place` after `passes`
   * earlier passes. Resolves to the promise of the restart. Errors of `task` are ignored. Rejects if
   * the cluster does not crash in time.
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
