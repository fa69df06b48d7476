import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { layout, type Statements } from "./postgresql-statements.ts";
import { StoreFailure } from "./store-failure.ts";

/** How often to knock at a place that is locked, in milliseconds. */
export const pauseMilliseconds = 50;

/**
 * How a session keeps its word: the server answers when the commit is in its log, whatever it does for others, and notices within
 * half a minute that we are gone without closing, so that the lock becomes free.
 */
const settings = `
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local');
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`;

/** Where a place is, and how patient to be with it. */
export type StoreLocation = Readonly<{
  /** For people, without credentials. */
  name: string;
  configuration: pg.ClientConfig;
  statements: Statements;
  /** How long to wait for the present owner, in milliseconds. */
  lockMilliseconds: number;
}>;

/** A session that has the place to itself, and its number on the server. */
export type Holding = Readonly<{ client: pg.Client; session: number }>;

/** The cluster for which a session takes the schema. */
export type Holder = Readonly<{
  /** A UUID of the owner. */
  owner: string;
  /** Whether this is the opening: then the place need not be the owner's yet. */
  isOpening: boolean;
  /** Earlier sessions of the owner's that the server may not know to be over. */
  lost: readonly number[];
  /** Hears of the new session at once. */
  opened: (session: number) => void;
}>;

/**
 * Opens a session, takes the place's lock, and makes the tables when there are none. The server is told to end the owner's earlier
 * sessions, and the lock is free only when they are over. Rejects with a {@link StoreFailure} or with what the server said.
 */
export async function acquireStore(place: StoreLocation, { owner, isOpening, lost, opened }: Holder): Promise<Holding> {
  const client = new pg.Client(place.configuration);
  // Whatever breaks the session, the statement that runs on it, or the next one, will tell.
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
        `the store ${place.name} is lost: while it was out of reach, another cluster opened it`,
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

/** A schema that is there already is used: the login may not be allowed to make one. */
async function makeTables(client: pg.Client, { statements }: StoreLocation): Promise<void> {
  const [schemaIsMade, tablesAreMade] = await first(client, statements.isMade);
  if (tablesAreMade) return;
  // Several statements in one message are one transaction.
  await client.query(`${schemaIsMade ? "" : `${statements.makeSchema};`} ${statements.makeTables}`);
}

async function first(client: pg.Client, text: string, values?: readonly unknown[]): Promise<readonly unknown[]> {
  const query = { text, rowMode: "array", ...(values ? { values: [...values] } : {}) } as const;
  return (await client.query<unknown[]>(query)).rows[0] ?? [];
}
