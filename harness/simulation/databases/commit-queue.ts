import type { Journal } from "./journal.ts";

/** A transaction; `run` changes the catalog or throws the server's refusal. */
type Transaction = Readonly<{ run: () => void; subject: string | undefined; committed: () => void }>;

/**
 * Queue of the server's commits. Commits can be held as if they waited for a standby that does not
 * answer. A held commit is not visible, but takes effect on release even if its client no longer
 * waits.
 */
export class CommitQueue {
  readonly #journal: Journal;
  #held = false;
  #waiting: Transaction[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Holds every commit until `release`. */
  hold(): void {
    this.#held = true;
  }

  /** Commits all held transactions in order and ends the holding. */
  release(): void {
    this.#held = false;
    this.#commitWaiting(() => true);
  }

  /** Commits a transaction, or queues it while commits are held. Throws the server's refusal. */
  commit(transaction: Transaction): void {
    if (this.#held) {
      this.#tryOut(transaction);
      this.#waiting.push(transaction);
    } else {
      this.#journal.atomically(transaction.run);
      transaction.committed();
    }
  }

  /** Commits the held transactions of `subject`, as if their sessions were ended. */
  end(subject: string): void {
    this.#commitWaiting((waiting) => waiting.subject === subject);
  }

  #commitWaiting(matches: (transaction: Transaction) => boolean): void {
    const matching = this.#waiting.filter(matches);
    this.#waiting = this.#waiting.filter((transaction) => !matches(transaction));
    for (const { run, committed } of matching) {
      try {
        this.#journal.atomically(run);
      } catch {
        // An earlier held transaction conflicts with this one. A real server would have made it
        // wait for a lock.
      }
      committed();
    }
  }

  /** Throws the server's refusal if the transaction would be refused; rolls its changes back. */
  #tryOut({ run }: Transaction): void {
    const undo = new Error("rollback of a trial run");
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
