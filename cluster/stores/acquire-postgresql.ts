import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { layout, type Statements } from "./postgresql-statements.ts";
import { StoreFailure } from "./store-failure.ts";

/** Interval between two attempts to lock a store, in milliseconds. */
export const pauseMilliseconds = 50;

/**
 * Settings of the session. The server confirms a commit only when it is in the write-ahead log, and notices within half
 * a minute that a client has vanished, so that the lock becomes free.
 */
const settings = `
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

export type StoreLocation = Readonly<{
  /** Name of the store in error messages. Contains no credentials. */
  name: string;
  configuration: pg.ClientConfig;
  statements: Statements;
  /** Maximum time to wait for the lock while a different owner has it, in milliseconds. */
  lockMilliseconds: number;
}>;

/** A session that has locked the store. `session` is the id of its process on the server. */
export type OwnerSession = Readonly<{ client: pg.Client; session: number }>;

export type AcquireRequest = Readonly<{
  owner: string;
  /** True for the owner's first session, which may take over the store of a different owner. */
  isOpening: boolean;
  /** Process ids of earlier sessions of this owner, which may still be open on the server. */
  lost: readonly number[];
  /** Called with the process id of the new session, before the store is locked. */
  opened: (session: number) => void;
}>;

/**
 * Opens a session, locks the store, and creates its tables if they do not exist. Ends the sessions `lost`, since they
 * may still have the lock. Rejects with a {@link StoreFailure} or an error of the driver.
 */
export async function acquireStore(
  place: StoreLocation,
  { owner, isOpening, lost, opened }: AcquireRequest,
): Promise<OwnerSession> {
  const client = new pg.Client(place.configuration);
  // A broken session is reported by its current or next statement.
  client.on("error", () => {});
  try {
    await client.connect();
    const session = Number((await first(client, "SELECT pg_backend_pid()"))[0]);
    opened(session);
    await client.query(settings);
    if (lost.length > 0) await first(client, place.statements.endSessions, [lost]);
    await takeLock(client, place);
    await makeTables(client, place);
    const [madeAs, lastOwner] = await first(client, place.statements.look);
    if (madeAs !== layout) {
      const reason = `was made by another release; this one reads layout ${layout}`;
      throw new StoreFailure("foreign", `the store ${place.name} ${reason}`);
    }
    if (isOpening) await first(client, place.statements.own, [owner]);
    else if (lastOwner !== owner) {
      throw new StoreFailure(
        "lost",
        `the store ${place.name} is lost: while it was unreachable, another cluster opened it`,
      );
    }
    return { client, session };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

async function takeLock(client: pg.Client, { name, statements, lockMilliseconds }: StoreLocation): Promise<void> {
  const end = performance.now() + lockMilliseconds;
  while (!(await first(client, statements.lock))[0]) {
    if (performance.now() >= end) throw new StoreFailure("in use", `the store ${name} is in use by another process`);
    await passed(pauseMilliseconds);
  }
}

/** Creates the schema only if it is missing, since the user may lack the right to create schemas. */
async function makeTables(client: pg.Client, { statements }: StoreLocation): Promise<void> {
  const [schemaIsMade, tablesAreMade] = await first(client, statements.isMade);
  if (tablesAreMade) return;
  // Several statements in one message form one transaction.
  await client.query(`${schemaIsMade ? "" : `${statements.makeSchema};`} ${statements.makeTables}`);
}

async function first(client: pg.Client, text: string, values?: readonly unknown[]): Promise<readonly unknown[]> {
  const query = { text, rowMode: "array", ...(values ? { values: [...values] } : {}) } as const;
  return (await client.query<unknown[]>(query)).rows[0] ?? [];
}
