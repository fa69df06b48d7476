import { inBatches } from "#engine/core/concurrency/in-batches.ts";
import type { Change } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** Changes of one transaction: the last value of each key, or null for a deletion. */
export type Changes = ReadonlyMap<string, string | null>;

/** Number of characters from which no further batches are added to a transaction. */
const groupCharacters = 4 * 1024 * 1024;

/**
 * Combines the batches that arrive during a transaction into the next transactions, so that fewer transactions wait for
 * the disk. Batches keep their order. The batches of a transaction succeed or fail together. After a failure "lost",
 * nothing more is written.
 */
export class GroupCommit {
  readonly #write: (changes: Changes) => Promise<void>;
  readonly #joined = inBatches<readonly Change[], void>({
    run: (batches) => this.#run(batches),
    maxSize: groupCharacters,
    sizeOf: charactersOf,
    isForAll: isLost,
  });
  #last: Promise<void> = Promise.resolve();
  #over: StoreFailure | undefined;
  #isDropped = false;

  /** `write` performs one durable transaction. Its calls do not overlap. */
  constructor(write: (changes: Changes) => Promise<void>) {
    this.#write = write;
  }

  /** Throws the {@link StoreFailure} of a store that is lost or closed. */
  check(): void {
    if (this.#over) throw this.#over;
  }

  async commit(batch: readonly Change[]): Promise<void> {
    this.check();
    this.#last = this.#joined(batch);
    await this.#last;
  }

  /** Refuses new commits with `reason`. Resolves when the pending commits have succeeded or failed. */
  async end(reason: StoreFailure): Promise<void> {
    this.#over ??= reason;
    if (!this.#isDropped) await this.#last.catch(() => {});
  }

  /** Refuses new commits with `reason`. Pending commits never resolve. */
  drop(reason: StoreFailure): void {
    this.#over ??= reason;
    this.#isDropped = true;
  }

  async #run(batches: readonly (readonly Change[])[]): Promise<void> {
    const changes = new Map(batches.flatMap((batch) => batch.map(({ key, value }) => [key, value] as const)));
    try {
      if (changes.size > 0 && !this.#isDropped) await this.#write(changes);
    } catch (failure) {
      if (!this.#isDropped) {
        if (isLost(failure)) this.#over = failure;
        throw failure;
      }
    }
    if (this.#isDropped) await new Promise(() => {});
  }
}

function isLost(failure: unknown): failure is StoreFailure {
  return failure instanceof StoreFailure && failure.code === "lost";
}

function charactersOf(batch: readonly Change[]): number {
  return batch.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
}
