import type { ReplicaObserver } from "../../core/storage/replica-observer.ts";
import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Notice } from "../machine/effects.ts";

/** Milliseconds before a notice that failed is given again, one after the other: about six seconds, in which a store may come back. */
const retryMilliseconds = [100, 200, 400, 800, 1600, 3200];

/**
 * Tells the rest of the engine, one notice after the other, in the order in which they came to be. The machine's next input does
 * not wait for it: what is told may itself write, and would wait for the machine.
 *
 * A notice that fails is given again, and nothing else is told before it succeeds. When it never does, the engine goes by what is no longer
 * stored, such as a mount that was taken away: the listener is told that it lost touch, and nothing more.
 */
export class ChangeNotifier {
  readonly #observer: ReplicaObserver;
  readonly #log: Log;
  readonly #clock: Timeline;
  #delivered: Promise<void> = Promise.resolve();
  /** Keys of a notice that was not yet given: later keys join them, so a slow listener does not make the queue long. */
  #keys: Set<string> | undefined;
  #hasEnded = false;
  /** Ends the wait before a notice is given again. */
  #endPause: () => void = () => {};

  constructor(observer: ReplicaObserver, { log, clock }: { log: Log; clock: Timeline }) {
    this.#observer = observer;
    this.#log = log;
    this.#clock = clock;
  }

  /** Has what changed be forgotten at once, also while other notices wait; all else is told in turn. */
  notify(notice: Notice, keys: readonly string[]): void {
    if (this.#hasEnded) return;
    this.#observer.invalidate(notice === "changed keys" ? keys : "everything");
    if (notice !== "changed keys") {
      this.#keys = undefined;
      this.#next(notice, () => (notice === "wiped" ? this.#observer.wiped() : this.#observer.roleChanged()));
    } else if (this.#keys) {
      for (const key of keys) this.#keys.add(key);
    } else if (keys.length > 0) {
      const gathered = new Set(keys);
      this.#keys = gathered;
      this.#next(notice, () => {
        if (this.#keys === gathered) this.#keys = undefined;
        return this.#observer.applied([...gathered]);
      });
    }
  }

  /** Resolves when all that is to be told by now is told. */
  get delivered(): Promise<void> {
    return this.#delivered;
  }

  /** Gives no notice again that fails, and none that waits. */
  stop(): void {
    this.#hasEnded = true;
    this.#endPause();
  }

  #next(notice: Notice, give: () => void | Promise<void>): void {
    this.#delivered = this.#delivered.then(() => this.#deliver(notice, give));
  }

  async #deliver(notice: Notice, give: () => void | Promise<void>): Promise<void> {
    for (const milliseconds of [...retryMilliseconds, undefined]) {
      if (this.#hasEnded) return;
      try {
        return await give();
      } catch (error) {
        const reason = error instanceof Error ? error.name : "unknown";
        this.#log.error("a notice of replication failed", { notice, reason });
      }
      if (milliseconds !== undefined) await this.#pause(milliseconds);
    }
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#observer.outOfSync();
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel: Cancel = this.#clock.at(this.#clock.now() + milliseconds, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
