import type { Stage } from "./stage.ts";

/** The failpoint at which a cluster is to crash. The cluster's ports call `reach` at each. */
export class Failpoint {
  readonly #restart: () => Promise<void>;
  #place: string | undefined;
  /** How often it is passed by before. */
  #passes = 0;
  #restarted: Promise<void> | undefined;

  /** `restart` kills the cluster before it yields, and starts it again. */
  constructor(restart: () => Promise<void>) {
    this.#restart = restart;
  }

  /** Crashes the cluster, if this is the failpoint, and then never returns. */
  readonly reach = (place: string): void | Promise<void> => {
    if (place !== this.#place || this.#passes-- > 0) return;
    this.#place = undefined;
    this.#restarted = this.#restart();
    return new Promise(() => {});
  };

  /**
   * Runs `task`, whatever its outcome, until the cluster died at the failpoint `place`, which it passes by `passes` times before, and resolves to its
   * restart. Rejects when it does not come there so often.
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
        if (!this.#restarted) throw new Error(`no cluster came to "${place}"`);
        return { restarted: this.#restarted };
      });
    } finally {
      this.#place = undefined;
    }
  }
}
