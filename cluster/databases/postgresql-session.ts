import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import type { About, SessionSettings } from "#engine/ports/databases.ts";
import { askInBatches } from "./ask-in-batches.ts";
import { type Login, parseConnectionUrl } from "./connection-url.ts";
import { LoginCheck } from "./login-check.ts";
import type { OpenSession } from "./open-session.ts";
import { openPool, reasonOn, surviveErrors } from "./postgresql-pool.ts";
import { isLost, isUnanswered, isUndone, refusal } from "./postgresql-refusal.ts";
import { canShareTransaction, maxTogether, namesFound, type Removal, together } from "./postgresql-removals.ts";
import { beginAbout, hasSession, nameAbout, settling } from "./postgresql-settling.ts";
import { Semaphore } from "./semaphore.ts";
import { type RunExclusively, serializeOnConflict } from "./serialize-on-conflict.ts";
import { answerMilliseconds, defaultStatementMilliseconds } from "./timeouts.ts";

/** Default number of connections, as in the reference. */
const defaultConnections = 4;
/** Time after which an idle connection is closed, in milliseconds. */
const idleMilliseconds = 10_000;
/** Time for which an answer shows that the server answers, in milliseconds. */
const answerAgeMilliseconds = 250;

/**
 * Creates a session at a PostgreSQL server. The server is not contacted before the first use, which
 * also reports an invalid `url`. A statement without an answer within `statementMilliseconds`
 * fails, and its connection is closed.
 */
export function openSession(
  url: string,
  { statementMilliseconds, settings }: Readonly<{ statementMilliseconds: number; settings: SessionSettings }>,
): OpenSession {
  const connectionLimit = settings.maxOpenConnections ?? defaultConnections;
  const idleLimit = settings.maxIdleConnections ?? connectionLimit;
  const lifetime = settings.maxConnectionLifetimeMilliseconds ?? 0;
  const busy = new Set<pg.PoolClient>();
  // A task waits for a connection as long as one statement of another task may take.
  const maxWaitMilliseconds = statementMilliseconds;
  const places = new Semaphore({ count: connectionLimit, maxWaitMilliseconds });
  const serializer = serializeOnConflict({ isUndone, maxWaitMilliseconds });
  let pool: pg.Pool | undefined;
  let ended: Promise<void> | undefined;

  function connections(): pg.Pool {
    if (ended) throw new Error(closed);
    if (pool) return pool;
    pool = openPool({
      ...configuration(url, { statementMilliseconds, tls: settings.tls }),
      max: connectionLimit,
      idleTimeoutMillis: idleMilliseconds,
      ...(lifetime === 0 ? {} : { maxLifetimeSeconds: Math.max(1, Math.ceil(lifetime / 1000)) }),
      allowExitOnIdle: true,
    });
    return pool;
  }

  /**
   * Runs `task` on a connection where `first` succeeded, with the result of `first`. A dead
   * connection is detected only when it is used, so others are tried until a server answers:
   * `first` must be idempotent.
   */
  async function connected<T, R>(
    first: (client: pg.PoolClient) => Promise<T>,
    task: (client: pg.PoolClient, result: T) => Promise<R>,
  ): Promise<R> {
    await places.take();
    try {
      const [client, result] = await firstAnswer(first);
      return await task(client, result);
    } finally {
      places.leave();
    }
  }

  async function firstAnswer<T>(first: (client: pg.PoolClient) => Promise<T>): Promise<readonly [pg.PoolClient, T]> {
    for (let left = connectionLimit; ; left -= 1) {
      let client: pg.PoolClient | undefined;
      try {
        client = await connections().connect();
        busy.add(client);
        return [client, await first(client)];
      } catch (thrown) {
        const error = reasonOn(client, thrown);
        if (client) release(client, error);
        check.invalidate();
        if (isUnanswered(error)) rejectWaiting(error);
        if (!client || left === 0 || ended || !isLost(error)) throw error;
      }
    }
  }

  /** Rejects all waiting callers, since the server does not answer. */
  function rejectWaiting(reason: unknown): void {
    places.rejectWaiting(reason);
    serializer.rejectWaiting(reason);
  }

  /** Returns a connection to the pool. Closes it after an error without a server's answer. */
  function release(client: pg.PoolClient, error?: unknown): void {
    const isBroken = error !== undefined && (isLost(error) || !(error instanceof pg.DatabaseError));
    if (isBroken) check.invalidate();
    busy.delete(client);
    const idle = pool?.idleCount ?? 0;
    client.release(isBroken || idle >= idleLimit);
  }

  function transactOnce(
    statements: readonly string[],
    about: About | undefined,
    runExclusively: RunExclusively,
  ): Promise<void> {
    const begin = about ? beginAbout(about.subject) : "BEGIN";
    return connected(
      (fresh) => fresh.query({ text: begin, ...quick }),
      async (client) => {
        try {
          await runExclusively(() => client.query(inOneMessage([...statements, "COMMIT"])));
          release(client);
        } catch (thrown) {
          const error = reasonOn(client, thrown);
          const undone = error instanceof pg.DatabaseError ? client.query("ROLLBACK") : Promise.reject(error);
          await undone.then(
            () => release(client),
            (failure: unknown) => release(client, failure),
          );
          throw error;
        }
      },
    );
  }

  /** Runs statements in one message, which is one transaction. Resolves to all results. */
  function inOneRoundTrip(statements: readonly string[]): Promise<readonly pg.QueryResult[]> {
    const whole = inOneMessage(statements);
    return serializer.run((runExclusively) =>
      connected(
        (client) => runExclusively(() => client.query(whole)),
        async (client, results) => {
          release(client);
          return [results].flat();
        },
      ),
    );
  }

  const removing = askInBatches({
    max: { rounds: connectionLimit, questions: maxTogether },
    isForAll: (error) => !(error instanceof pg.DatabaseError),
    ask: removedOf,
  });

  /** Removes users in one transaction. Returns the completed removals: none if one is refused. */
  async function removedOf(removals: readonly [Removal, ...Removal[]]): Promise<ReadonlySet<Removal>> {
    try {
      const names = namesFound(await inOneRoundTrip(together(removals)));
      return new Set(removals.filter(({ subject }) => !hasSession(subject, names)));
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isLost(error)) return new Set();
      throw error;
    }
  }

  let answeredAt = Number.NEGATIVE_INFINITY;
  let answering: Promise<void> | undefined;

  /** Resolves if the server has just answered. Removals, which wait for locks, notice it late. */
  async function expectAnswer(): Promise<void> {
    if (performance.now() - answeredAt < answerAgeMilliseconds) return;
    answering ??= session
      .column("SELECT 1", [])
      .then(() => {
        answeredAt = performance.now();
      })
      .finally(() => {
        answering = undefined;
      });
    await answering;
  }

  /** Removes a user, together with other removals that wait for a connection if possible. */
  async function remove(removal: Removal): Promise<void> {
    await expectAnswer();
    if (canShareTransaction(removal) && (await removing(removal)).has(removal)) return;
    await session.settle(removal.subject);
    await inOneRoundTrip([nameAbout(removal.subject), ...removal.statements]);
  }

  async function logIn(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      // An open connection does not show who may log in now.
      client = new pg.Client(configuration(url, { statementMilliseconds, tls: settings.tls }));
      surviveErrors(client);
      await client.connect();
      await client.query({ text: "SELECT 1", ...quick });
    } catch (error) {
      throw reasonOn(client, error);
    } finally {
      // The result is known; a server that does not close the connection must not delay the caller.
      void client?.end().catch(() => {});
    }
  }
  const check = new LoginCheck({
    logIn,
    isForAll: (error) => !(error instanceof pg.DatabaseError),
    isInUse: () => busy.size > 0,
  });

  const session: OpenSession = {
    async transact(statements, about) {
      try {
        if (about?.isRepeatable) await remove({ subject: about.subject, statements });
        else await serializer.run((runExclusively) => transactOnce(statements, about, runExclusively));
      } catch (error) {
        throw refusal(error);
      }
    },
    async verify() {
      if (ended) throw refusal(new Error(closed));
      try {
        await check.admitted();
      } catch (error) {
        throw refusal(error);
      }
    },
    async column(query, parameters) {
      try {
        return await connected(
          (fresh) => fresh.query<(string | null)[]>({ text: query, values: [...parameters], ...quick, ...asTexts }),
          async (client, { rows }) => {
            release(client);
            return rows.map(([value]) => value ?? "");
          },
        );
      } catch (error) {
        throw refusal(error);
      }
    },
    settle: settling((query, parameters) => session.column(query, parameters)),
    end(maxMilliseconds) {
      ended ??= Promise.resolve(pool?.end());
      rejectWaiting(new Error(closed));
      const breakOff = () => {
        for (const client of busy) void client.end();
      };
      if (maxMilliseconds === 0) breakOff();
      const timer = setTimeout(breakOff, maxMilliseconds);
      return ended.finally(() => clearTimeout(timer));
    },
  };
  return session;
}

/**
 * Joins statements into one message: the server runs them without further round trips and stops at
 * the first that it refuses. Each is on lines of its own, so that a comment at the end of one does
 * not extend to the next.
 */
function inOneMessage(statements: readonly string[]): string {
  return statements.join("\n;\n");
}

const closed = "the session is closed";

/** Timeout of a query that waits for no lock. */
const quick = { query_timeout: answerMilliseconds };

/** Rows of values in the server's text format. */
const asTexts = { rowMode: "array", types: { getTypeParser: () => (value: string) => value } } as const;

const encryption = {
  none: false,
  any: { rejectUnauthorized: false },
  verified: { rejectUnauthorized: true },
} as const satisfies Record<Login["encryption"], unknown>;

type ConfigurationOptions = Readonly<{ statementMilliseconds?: number; tls?: SessionSettings["tls"] | undefined }>;

/** A CA or a client certificate implies full verification if the URL sets no encryption mode. */
function verifying({ encryption: wanted }: Login): Readonly<{ rejectUnauthorized: boolean }> {
  return wanted === "any" ? encryption.any : encryption.verified;
}

function own({ certificate, key }: NonNullable<SessionSettings["tls"]>): Pick<ConnectionOptions, "cert" | "key"> {
  return certificate && key ? { cert: certificate, key } : {};
}

/**
 * Returns the configuration for logins at `url`. Throws an Error that quotes nothing of the URL.
 */
export function configuration(
  url: string,
  { statementMilliseconds = defaultStatementMilliseconds, tls }: ConfigurationOptions = {},
): pg.ClientConfig {
  const login = parseConnectionUrl(url);
  return {
    host: login.host,
    port: login.port,
    user: login.user,
    // A function, since an empty string would be replaced by the environment's password.
    password: () => login.password,
    database: login.database,
    application_name: login.applicationName,
    ssl: tls ? { ...verifying(login), ...(tls.ca ? { ca: tls.ca } : {}), ...own(tls) } : encryption[login.encryption],
    connectionTimeoutMillis: login.connectMilliseconds ?? answerMilliseconds,
    query_timeout: statementMilliseconds,
    keepAlive: true,
  };
}
