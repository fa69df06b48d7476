import type { Change } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** All changes of one transaction: the last value of each key, or null for a deletion. */
export type Changes = ReadonlyMap<string, string | null>;

/** Number of characters at which no further batches are added to a transaction. */
const groupCharacters = 4 * 1024 * 1024;

type WaitingBatch = Readonly<{ batch: readonly Change[]; resolve: () => void; reject: (failure: unknown) => void }>;

/**
 * Combines the batches that arrive during a transaction into the next transaction, so that they wait for the disk only
 * once. Batches keep their order. The batches of a transaction succeed or fail together. After a failure "lost",
 * nothing more is written.
 */
export class GroupCommit {
  readonly #write: (changes: Changes) => Promise<void>;
  #waiting: WaitingBatch[] = [];
  #running: Promise<void> | undefined;
  #over: StoreFailure | undefined;
  #isDropped = false;

  /** `write` performs one durable transaction. Its calls do not overlap. */
  constructor(write: (changes: Changes) => Promise<void>) {
    this.#write = write;
  }

  /** Throws if the store is lost or closed. Reads call it too. */
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

  /** Refuses new commits with `reason`. Resolves when all pending commits are done. */
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

/** Combines the first waiting batches, up to the maximum size of a transaction. Returns their number as `batches`. */
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
