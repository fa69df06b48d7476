import type { Stage } from "./stage.ts";

/** The failpoint at which a cluster is to crash. The cluster's ports call `reach` at each. */
export class Failpoint {
  readonly #restart: () => Promise<void>;
  #place: string | undefined;
  #restarted: Promise<void> | undefined;

  /** `restart` kills the cluster before it yields, and starts it again. */
  constructor(restart: () => Promise<void>) {
    this.#restart = restart;
  }

  /** Crashes the cluster, if this is the failpoint, and then never returns. */
  readonly reach = (place: string): void | Promise<void> => {
    if (place !== this.#place) return;
    this.#place = undefined;
    this.#restarted = this.#restart();
    return new Promise(() => {});
  };

  /** Runs `task`, whatever its outcome, until the cluster died at the failpoint `place`, and resolves to its restart. Rejects when it is never reached. */
  async await(
    place: string,
    task: () => Promise<unknown>,
    eventually: Stage["eventually"],
  ): Promise<Readonly<{ restarted: Promise<void> }>> {
    this.#restarted = undefined;
    this.#place = place;
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
