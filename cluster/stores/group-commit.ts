import type { Change } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** What a transaction changes: each key once, with its last value, or null to delete it. */
export type Changes = ReadonlyMap<string, string | null>;

/** How many characters are joined in one transaction before the next is begun, so that no commit waits for all that came later. */
const groupCharacters = 4 * 1024 * 1024;

type Waiting = Readonly<{ batch: readonly Change[]; resolve: () => void; reject: (failure: unknown) => void }>;

/**
 * Joins the batches that are handed over while others are being written: one transaction, and one wait for the disk, for all of them.
 * They hold in their order; batches that are joined succeed or fail together. After a failure "lost" nothing more is written.
 */
export class GroupCommit {
  readonly #write: (changes: Changes) => Promise<void>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #over: StoreFailure | undefined;
  #isDropped = false;

  /** `write` makes one durable transaction of changes; it is called for one at a time. */
  constructor(write: (changes: Changes) => Promise<void>) {
    this.#write = write;
  }

  /** Throws when the store is over: a "lost" or "closed" store does not answer either. */
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

  /** Takes nothing more, for this reason, and resolves when all that was handed over is done. */
  async end(reason: StoreFailure): Promise<void> {
    this.#over ??= reason;
    await this.#running;
  }

  /** Takes nothing more, and forgets what is under way: its callers are not told what came of it. */
  drop(reason: StoreFailure): void {
    this.#over ??= reason;
    this.#isDropped = true;
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    // One turn of the microtask queue, so that what is handed over in one breath is written in one transaction.
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

/** The first waiting batches, as many as are committed together. */
function joined(waiting: readonly Waiting[]): Readonly<{ changes: Changes; batches: number }> {
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
