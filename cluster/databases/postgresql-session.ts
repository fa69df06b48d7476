import pg from "pg";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { type Login, parseConnectionUrl } from "./connection-url.ts";
import { beginAbout, settle } from "./postgresql-settling.ts";

/** How long logging in may take. */
const connectMilliseconds = 5_000;
/** How long one statement may take: dropping a user waits for locks that others hold. */
export const usualStatementMilliseconds = 30_000;
/** As many connections as the reference opens by default. */
const connectionLimit = 4;
/** After this time a connection that nobody uses goes back to the server. */
const idleMilliseconds = 10_000;

/** A session whose end may be hurried. */
export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /** Takes on nothing more, and breaks off what still runs after this time. Ending twice does nothing. */
    end(patienceMilliseconds: number): Promise<void>;
  }>;

/**
 * Prepares a session at a PostgreSQL server. Nobody is contacted before its first use, which also tells of a bad `url`. A statement that
 * is not answered within `statementMilliseconds` fails, and its connection is closed.
 */
export function openSession(url: string, { statementMilliseconds }: { statementMilliseconds: number }): OpenSession {
  const busy = new Set<pg.PoolClient>();
  let pool: pg.Pool | undefined;
  let ended: Promise<void> | undefined;

  function connections(): pg.Pool {
    if (ended) throw new Error("the session is closed");
    if (pool) return pool;
    pool = new pg.Pool({
      ...configuration(url, { statementMilliseconds }),
      max: connectionLimit,
      idleTimeoutMillis: idleMilliseconds,
      allowExitOnIdle: true,
    });
    // The server dropped a connection that nobody used; the pool forgets it and opens another when one is needed.
    pool.on("error", () => {});
    // One that is in use tells whoever uses it.
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  }

  /**
   * A connection on which `first` succeeded, and its result. A connection may turn out to be dead only when it is used, so
   * others are tried as long as no server has answered: `first` must be harmless when it is done twice.
   */
  async function connected<T>(first: (client: pg.PoolClient) => Promise<T>): Promise<readonly [pg.PoolClient, T]> {
    for (let left = connectionLimit; ; left -= 1) {
      const client = await connections().connect();
      busy.add(client);
      try {
        return [client, await first(client)];
      } catch (error) {
        release(client, error);
        if (left === 0 || ended || !lost(error)) throw error;
      }
    }
  }

  /** Gives a connection back; after an error that no server has told, its state is unknown, and it is closed. */
  function release(client: pg.PoolClient, error?: unknown): void {
    busy.delete(client);
    client.release(error !== undefined && (lost(error) || !(error instanceof pg.DatabaseError)));
  }

  const session: OpenSession = {
    async transact(statements, about) {
      try {
        const [client] = await connected((fresh) => fresh.query(about ? beginAbout(about.subject) : "BEGIN"));
        try {
          for (const statement of statements) await client.query(statement);
          await client.query("COMMIT");
          release(client);
        } catch (error) {
          const undone = error instanceof pg.DatabaseError ? client.query("ROLLBACK") : Promise.reject(error);
          await undone.then(
            () => release(client),
            (failure: unknown) => release(client, failure),
          );
          throw error;
        }
      } catch (error) {
        throw refusal(error);
      }
    },
    async verify() {
      if (ended) throw refusal(new Error("the session is closed"));
      let client: pg.Client | undefined;
      try {
        // A connection that is open says nothing about who may log in now.
        client = new pg.Client(configuration(url, { statementMilliseconds }));
        client.on("error", () => {});
        await client.connect();
        await client.query("SELECT 1");
      } catch (error) {
        throw refusal(error);
      } finally {
        await client?.end();
      }
    },
    async column(query, parameters) {
      try {
        const asked = { text: query, values: [...parameters], rowMode: "array", types: asText } as const;
        const [client, { rows }] = await connected((fresh) => fresh.query<(string | null)[]>(asked));
        release(client);
        return rows.map(([value]) => value ?? "");
      } catch (error) {
        throw refusal(error);
      }
    },
    settle: (subject) => settle(subject, session.column),
    end(patienceMilliseconds) {
      ended ??= Promise.resolve(pool?.end());
      const breakOff = () => {
        for (const client of busy) void client.end();
      };
      if (patienceMilliseconds === 0) breakOff();
      const patience = setTimeout(breakOff, patienceMilliseconds);
      return ended.finally(() => clearTimeout(patience));
    },
  };
  return session;
}

/** Values as the server spells them. */
const asText = { getTypeParser: () => (value: string) => value };

const encryption = {
  none: false,
  any: { rejectUnauthorized: false },
  verified: { rejectUnauthorized: true },
} as const satisfies Record<Login["encryption"], unknown>;

/** How to log in at `url`. Throws an Error that quotes none of it. */
export function configuration(
  url: string,
  { statementMilliseconds = usualStatementMilliseconds }: { statementMilliseconds?: number } = {},
): pg.ClientConfig {
  const login = parseConnectionUrl(url);
  return {
    host: login.host,
    port: login.port,
    user: login.user,
    // As a function: an empty text would be replaced by what the environment holds.
    password: () => login.password,
    database: login.database,
    application_name: login.applicationName,
    ssl: encryption[login.encryption],
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: statementMilliseconds,
    keepAlive: true,
  };
}

/** Whether the connection is gone, or the server takes it away: classes 08 and 57P of its codes (PostgreSQL, appendix A). */
function lost(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error && !/timeout/i.test(error.message);
  return /^(08|57P)/.test(error.code ?? "");
}

/** `error` as the port tells it. Not as its cause: the server repeats statements there, and passwords stand in statements. */
function refusal(error: unknown): DatabaseRefusal {
  if (error instanceof pg.DatabaseError) return new DatabaseRefusal(error.message, error.code ?? "");
  if (error instanceof AggregateError) return refusal(error.errors[0]);
  return new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
}
