import type { Instrument } from "#cluster/instrument.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";

/** How much clusters are waiting for what no clock brings, databases and hashes of passwords: a stage whose clock leaps lets them have it first. */
export class Activity {
  #underWay = 0;

  get isNone(): boolean {
    return this.#underWay === 0;
  }

  /** Counts what the cluster asks of databases, and of the threads that hash. */
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
    this.#underWay += 1;
    return answer.finally(() => {
      this.#underWay -= 1;
    });
  }
}
