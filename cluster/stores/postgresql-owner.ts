import { randomUUID } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import type pg from "pg";
import type { Changes } from "./group-commit.ts";
import { isCutOff, mayPass, postgresqlFailure } from "./postgresql-failure.ts";
import { acquireStore, pauseMilliseconds, type StoreLocation } from "./postgresql-holding.ts";
import { parametersOf } from "./postgresql-statements.ts";
import { StoreFailure } from "./store-failure.ts";

/** How often a statement is sent whose connection breaks each time. */
const maxAttempts = 5;

/**
 * The one session that holds a place, and writes. When it breaks, another takes over, and what was sent last is sent again, for it puts
 * and deletes, and doing so twice is doing it once. The place's lock is free only when the broken session is over: so nothing of it
 * comes late, on top of what was written since.
 */
export class PostgresqlOwner {
  readonly #place: StoreLocation;
  readonly #outageMilliseconds: number;
  readonly #name = randomUUID();
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  /** Sessions that may still have the lock. */
  #sessions: readonly number[] = [];
  #isOpened = false;
  /** Whether something was sent, and no answer came. */
  #isOutcomeOpen = false;
  #ended = false;

  /** `outageMilliseconds` is how long to wait for a server that no longer answers. */
  constructor(place: StoreLocation, { outageMilliseconds }: Readonly<{ outageMilliseconds: number }>) {
    this.#place = place;
    this.#outageMilliseconds = outageMilliseconds;
  }

  /** The session that holds the place, when there is one. The first attempt does not wait for a server. Rejects with a {@link StoreFailure}. */
  async ready(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return await this.#connecting;
  }

  /** Makes one durable transaction; to be called for one at a time, after `ready`. */
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

  /** Ends the session; what runs on it is broken off. */
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

  /** The next caller takes the schema anew. */
  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => {});
  }

  #lost(cause: unknown): StoreFailure {
    const { message } = postgresqlFailure(cause, this.#place.name);
    return new StoreFailure("lost", `whether the last writes hold is not known: ${message}`, { cause });
  }
}
