import type { WritePathListener } from "../../core/storage/write-path.ts";
import type { Log } from "../../ports/log.ts";
import type { Notice } from "../machine/effects.ts";

/**
 * Tells the rest of the engine, one notice after the other, in the order in which they came to be. The machine's next input does
 * not wait for it: what is told may itself write, and would wait for the machine.
 */
export class Herald {
  readonly #listener: WritePathListener;
  readonly #log: Log;
  #told: Promise<void> = Promise.resolve();
  /** Keys of a notice that was not yet given: later keys join them, so a slow listener does not make the queue long. */
  #keys: Set<string> | undefined;

  constructor(listener: WritePathListener, log: Log) {
    this.#listener = listener;
    this.#log = log;
  }

  tell(notice: Notice, keys: readonly string[]): void {
    if (notice !== "changed keys") {
      this.#keys = undefined;
      this.#next(notice, () => (notice === "wiped" ? this.#listener.wiped() : this.#listener.leadershipChanged()));
    } else if (this.#keys) {
      for (const key of keys) this.#keys.add(key);
    } else if (keys.length > 0) {
      const gathered = new Set(keys);
      this.#keys = gathered;
      this.#next(notice, () => {
        if (this.#keys === gathered) this.#keys = undefined;
        return this.#listener.applied([...gathered]);
      });
    }
  }

  /** Resolves when all that is to be told by now is told. */
  get told(): Promise<void> {
    return this.#told;
  }

  #next(notice: Notice, deed: () => void | Promise<void>): void {
    this.#told = this.#told.then(deed).catch((error: unknown) => {
      this.#log.error("a notice of replication failed", {
        notice,
        reason: error instanceof Error ? error.name : "unknown",
      });
    });
  }
}
