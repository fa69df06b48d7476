import type { Journal } from "./journal.ts";

type Transaction = Readonly<{ run: () => void; subject: string | undefined; committed: () => void }>;

/**
 * Queue of the transactions that clusters commit. Commits can be held, as if the server waited for a standby that does
 * not answer. A held transaction is invisible to others. It takes effect on release, even if its client no longer
 * waits, unless it conflicts with an earlier one.
 */
export class CommitQueue {
  readonly #journal: Journal;
  #held = false;
  #waiting: Transaction[] = [];

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Holds later commits until `release`, or until `end` for their subject. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#commitWaiting(() => true);
  }

  /** Commits a transaction, or queues it while commits are held. Throws the refusal if the transaction fails. */
  commit(transaction: Transaction): void {
    if (this.#held) {
      this.#tryOut(transaction);
      this.#waiting.push(transaction);
    } else {
      this.#journal.atomically(transaction.run);
      transaction.committed();
    }
  }

  /** Commits the held transactions of `subject`, as a real server does when the waiting sessions are ended. */
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
        // An earlier held transaction conflicts with this one. A real server would have made it wait for a lock.
      }
      committed();
    }
  }

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
