import { randomUUID } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import type pg from "pg";
import { acquireStore, pauseMilliseconds, type StoreLocation } from "./acquire-postgresql.ts";
import type { Changes } from "./group-commit.ts";
import { isCutOff, mayPass, postgresqlFailure } from "./postgresql-failure.ts";
import { parametersOf } from "./postgresql-statements.ts";
import { StoreFailure } from "./store-failure.ts";

const maxAttempts = 5;

/**
 * Writes a store through a session that has locked it. If the session breaks, a new session locks the store and repeats
 * the transaction, which may be repeated since it only puts and deletes keys. The lock becomes free only when the
 * broken session has ended on the server, so statements of that session cannot take effect later.
 */
export class PostgresqlOwner {
  readonly #place: StoreLocation;
  readonly #outageMilliseconds: number;
  readonly #name = randomUUID();
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  /** Process ids of this owner's sessions that may still have the lock. */
  #sessions: readonly number[] = [];
  #isOpened = false;
  /** True if a statement was sent and it is unknown whether it took effect. */
  #isOutcomeOpen = false;
  #ended = false;

  /** `outageMilliseconds` is the maximum time for which connecting is retried after a session broke. */
  constructor(place: StoreLocation, { outageMilliseconds }: Readonly<{ outageMilliseconds: number }>) {
    this.#place = place;
    this.#outageMilliseconds = outageMilliseconds;
  }

  /**
   * Returns the session that has locked the store, or opens one. While the store is opened for the first time,
   * connecting is not retried. Rejects with a {@link StoreFailure}.
   */
  async ready(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return await this.#connecting;
  }

  /** Executes one durable transaction. Calls must not overlap. Rejects with a {@link StoreFailure}. */
  async write(changes: Changes): Promise<void> {
    const query = { ...this.#place.statements.write, values: [...parametersOf(changes)] };
    for (let attempt = 1; ; attempt += 1) {
      const client = await this.ready();
      this.#isOutcomeOpen = true;
      try {
        await client.query(query);
        this.#isOutcomeOpen = false;
        return;
      } catch (error) {
        if (!isCutOff(error)) {
          this.#isOutcomeOpen = attempt > 1;
          throw this.#isOutcomeOpen ? this.#lost(error) : postgresqlFailure(error, this.#place.name);
        }
        this.#drop(client);
        if (attempt === maxAttempts) throw this.#lost(error);
      }
    }
  }

  /** Ends the session. A statement in progress fails for the caller, but may still take effect on the server. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.#connecting?.catch(() => {});
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const end = performance.now() + (this.#isOpened ? this.#outageMilliseconds : 0);
    for (;;) {
      if (this.#ended) throw new StoreFailure("closed", `the store ${this.#place.name} is closed`);
      try {
        return await this.#hold();
      } catch (error) {
        if (mayPass(error) && performance.now() < end) await passed(pauseMilliseconds);
        else throw this.#isOutcomeOpen ? this.#lost(error) : postgresqlFailure(error, this.#place.name);
      }
    }
  }

  async #hold(): Promise<pg.Client> {
    const { client, session } = await acquireStore(this.#place, {
      owner: this.#name,
      isOpening: !this.#isOpened,
      lost: this.#sessions,
      opened: (one) => {
        this.#sessions = [...this.#sessions, one];
      },
    });
    this.#isOpened = true;
    this.#sessions = [session];
    this.#client = client;
    client.on("error", () => this.#drop(client));
    client.on("end", () => this.#drop(client));
    return client;
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => {});
  }

  #lost(cause: unknown): StoreFailure {
    const { message } = postgresqlFailure(cause, this.#place.name);
    return new StoreFailure("lost", `the outcome of the last writes is unknown: ${message}`, { cause });
  }
}
