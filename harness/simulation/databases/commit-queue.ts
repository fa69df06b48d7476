import type { Journal } from "./journal.ts";

/** A transaction: `run` changes the catalog, or throws what the server refuses. */
type Transaction = Readonly<{ run: () => void; subject: string | undefined; committed: () => void }>;

/**
 * The commits of a server, which can be made to wait as if they needed a standby that does not answer. One that waits is not visible yet,
 * holds in the end all the same, whether or not its client still waits for it.
 */
export class CommitQueue {
  readonly #journal: Journal;
  #held = false;
  #waiting: Transaction[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Has every commit wait from now on. */
  hold(): void {
    this.#held = true;
  }

  /** Has all that waits hold, in its order, and nothing wait any more. */
  release(): void {
    this.#held = false;
    this.#commitWaiting(() => true);
  }

  /** Runs a transaction and commits it now, or when it need not wait any more. Throws what the server refuses. */
  commit(transaction: Transaction): void {
    if (this.#held) {
      this.#rehearse(transaction);
      this.#waiting.push(transaction);
    } else {
      this.#journal.atomically(transaction.run);
      transaction.committed();
    }
  }

  /** Has what waits and is about `subject` hold: ending a session that waits for a standby ends only the waiting. */
  end(subject: string): void {
    this.#commitWaiting((waiting) => waiting.subject === subject);
  }

  #commitWaiting(isMeant: (transaction: Transaction) => boolean): void {
    const meant = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((transaction) => !isMeant(transaction));
    for (const { run, committed } of meant) {
      try {
        this.#journal.atomically(run);
      } catch {
        // Something that came before it and waited as well is in its way: at a real server it would have waited for that.
      }
      committed();
    }
  }

  /** Finds out whether the server refuses a transaction, and leaves nothing of it. */
  #rehearse({ run }: Transaction): void {
    const undo = new Error("this was a rehearsal");
    try {
      this.#journal.atomically(() => {
        run();
        throw undo;
      });
    } catch (error) {
      if (error !== undo) throw error;
    }
  }
}
