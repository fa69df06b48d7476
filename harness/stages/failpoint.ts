import type { Stage } from "./stage.ts";

/** The named place at which a cluster is to die. The cluster's ports ask `at`. */
export class Failpoint {
  readonly #restart: () => Promise<void>;
  #place: string | undefined;
  #restarted: Promise<void> | undefined;

  /** `restart` kills the cluster before it yields, and starts it again. */
  constructor(restart: () => Promise<void>) {
    this.#restart = restart;
  }

  /** Kills the cluster, if this is the place, and then never returns: the dead do not go on. */
  readonly reach = (place: string): void | Promise<void> => {
    if (place !== this.#place) return;
    this.#place = undefined;
    this.#restarted = this.#restart();
    return new Promise(() => {});
  };

  /** Does `task`, whatever comes of it, until the cluster died at `place`, and gives back its restart. Rejects when it never gets there. */
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
        if (!this.#restarted) throw new Error(`nobody came to "${place}"`);
        return { restarted: this.#restarted };
      });
    } finally {
      this.#place = undefined;
    }
  }
}
