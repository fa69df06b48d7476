import type { Change } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** Changes of a transaction: the last value of each key, or null to delete it. */
export type Changes = ReadonlyMap<string, string | null>;

/** Maximum number of characters joined in a transaction, plus one batch. */
const groupCharacters = 4 * 1024 * 1024;

type WaitingBatch = Readonly<{ batch: readonly Change[]; resolve: () => void; reject: (failure: unknown) => void }>;

/**
 * Joins the batches that arrive during a write into one transaction, with one wait for the disk.
 * Their order is kept, and they succeed or fail together. After a failure "lost" nothing more is
 * written.
 */
export class GroupCommit {
  readonly #write: (changes: Changes) => Promise<void>;
  #waiting: WaitingBatch[] = [];
  #running: Promise<void> | undefined;
  #over: StoreFailure | undefined;
  #isDropped = false;

  /** `write` runs one durable transaction. Calls do not overlap. */
  constructor(write: (changes: Changes) => Promise<void>) {
    this.#write = write;
  }

  /** Throws if the store is lost or closed. Such a store does not answer reads either. */
  check(): void {
    if (this.#over) throw this.#over;
  }

  async commit(batch: readonly Change[]): Promise<void> {
    this.check();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ batch, resolve, reject });
    this.#running ??= this.#run();
    await promise;
  }

  /** Refuses new commits with `reason` and resolves when all pending ones are done. */
  async end(reason: StoreFailure): Promise<void> {
    this.#over ??= reason;
    await this.#running;
  }

  /** Refuses new commits with `reason`. Pending commits never resolve. */
  drop(reason: StoreFailure): void {
    this.#over ??= reason;
    this.#isDropped = true;
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    // Waits for one microtask, so that commits made in the same turn form one transaction.
    await undefined;
    while (this.#waiting.length > 0) {
      const { changes, batches } = joined(this.#waiting);
      const group = this.#waiting.splice(0, batches);
      try {
        if (changes.size > 0) await this.#write(changes);
        if (this.#isDropped) return;
        for (const { resolve } of group) resolve();
      } catch (failure) {
        if (this.#isDropped) return;
        const lost = failure instanceof StoreFailure && failure.code === "lost";
        if (lost) this.#over = failure;
        for (const { reject } of [...group, ...(lost ? this.#waiting.splice(0) : [])]) reject(failure);
      }
    }
    this.#running = undefined;
  }
}

/** Joins the first waiting batches, up to the maximum size of a transaction. */
function joined(waiting: readonly WaitingBatch[]): Readonly<{ changes: Changes; batches: number }> {
  const changes = new Map<string, string | null>();
  let characters = 0;
  let batches = 0;
  for (const { batch } of waiting) {
    if (characters >= groupCharacters) break;
    batches += 1;
    for (const { key, value } of batch) {
      changes.set(key, value);
      characters += key.length + (value?.length ?? 0);
    }
  }
  return { changes, batches };
}
