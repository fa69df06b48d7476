import type { ReplicaObserver } from "../../core/storage/replica-observer.ts";
import type { Cancel, Timeline } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Notice } from "../machine/effects.ts";

/** Milliseconds before each repetition of a failed notification: about six seconds in all. */
const retryMilliseconds = [100, 200, 400, 800, 1600, 3200];

/**
 * Notifies the core of transitions, one notification after another, in the order of the transitions.
 * The state machine does not wait for the core, because the core may write while it handles a
 * notification, and that write waits for the state machine. A notification that fails is repeated.
 * When all repetitions fail, `outOfSync` of the observer is called, and no method after it.
 */
export class ChangeNotifier {
  readonly #observer: ReplicaObserver;
  readonly #log: Log;
  readonly #clock: Timeline;
  #delivered: Promise<void> = Promise.resolve();
  #keys: Set<string> | undefined;
  #hasEnded = false;
  #endPause: () => void = () => {};

  constructor(observer: ReplicaObserver, { log, clock }: { log: Log; clock: Timeline }) {
    this.#observer = observer;
    this.#log = log;
    this.#clock = clock;
  }

  /**
   * Calls `invalidate` of the observer at once, even if notifications wait, and queues the notification.
   * Changed keys are invalidated alone; other notices invalidate everything.
   */
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

  /**
   * Resolves when the notifications that were queued so far are delivered, have finally failed, or were
   * dropped by `stop`.
   */
  get delivered(): Promise<void> {
    return this.#delivered;
  }

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
