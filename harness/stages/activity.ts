import type { Instrument } from "#cluster/instrument.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";

/** Tracks pending operations that take real time: those of databases, of stores on disk, and hashes of passwords. */
export class Activity {
  readonly #pending = new Set<Promise<unknown>>();

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  readonly instrument: Instrument = {
    ports: (ports) => ({
      ...ports,
      databases: { open: (...words) => this.#over(ports.databases.open(...words)) },
      cryptography: {
        ...ports.cryptography,
        hashPassword: (...words) => this.#count(ports.cryptography.hashPassword(...words)),
        verifyPassword: (...words) => this.#count(ports.cryptography.verifyPassword(...words)),
      },
    }),
  };

  /** Returns `store` with its operations counted. A store in memory takes no time and is returned unchanged. */
  watch(store: OpenedStore): OpenedStore {
    if (store.late) return store;
    const own = new Set<Promise<unknown>>();
    const count = <T>(answer: Promise<T>): Promise<T> => {
      own.add(answer);
      return this.#count(answer).finally(() => own.delete(answer));
    };
    return {
      ...store,
      read: (key) => count(store.read(key)),
      range: (range) => count(store.range(range)),
      commit: (batch) => count(store.commit(batch)),
      kill: () => {
        // Pending operations of a killed store never end.
        for (const answer of own) this.#pending.delete(answer);
        return store.kill();
      },
    };
  }

  #over(session: DatabaseSession): DatabaseSession {
    return {
      transact: (...words) => this.#count(session.transact(...words)),
      settle: (...words) => this.#count(session.settle(...words)),
      verify: () => this.#count(session.verify()),
      column: (...words) => this.#count(session.column(...words)),
      close: () => session.close(),
    };
  }

  #count<T>(answer: Promise<T>): Promise<T> {
    this.#pending.add(answer);
    return answer.finally(() => this.#pending.delete(answer));
  }
}
