import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import type { About, SessionSettings } from "#engine/ports/databases.ts";
import { askTogether } from "./ask-together.ts";
import { type Login, parseConnectionUrl } from "./connection-url.ts";
import { LoginCheck } from "./login-check.ts";
import type { OpenSession } from "./open-session.ts";
import { answerMilliseconds, usualStatementMilliseconds } from "./patience.ts";
import { openPool, reasonOn, surviveErrors } from "./postgresql-pool.ts";
import { isLost, isUnanswered, isUndone, refusal } from "./postgresql-refusal.ts";
import { goesTogether, maxTogether, namesFound, type Removal, together } from "./postgresql-removals.ts";
import { beginAbout, isAtWork, nameAbout, settling } from "./postgresql-settling.ts";
import { Semaphore } from "./semaphore.ts";
import { type RunExclusively, serializeOnConflict } from "./serialize-on-conflict.ts";

/** As many connections as the reference opens by default. */
const usualConnections = 4;
/** After this time an idle connection is closed. */
const idleMilliseconds = 10_000;
/** An answer that is older says nothing of whether the server answers now. Thousands of users that are removed cost few such questions. */
const answerAgeMilliseconds = 250;

/**
 * Prepares a session at a PostgreSQL server. The server is not contacted before its first use, which also tells of a bad `url`. A statement that
 * is not answered within `statementMilliseconds` fails, and its connection is closed.
 */
export function openSession(
  url: string,
  { statementMilliseconds, settings }: Readonly<{ statementMilliseconds: number; settings: SessionSettings }>,
): OpenSession {
  const connectionLimit = settings.maxOpenConnections ?? usualConnections;
  const idleLimit = settings.maxIdleConnections ?? connectionLimit;
  const lifetime = settings.maxConnectionLifetimeMilliseconds ?? 0;
  const busy = new Set<pg.PoolClient>();
  // A task waits for a connection no longer than one statement of another task may take.
  const patienceMilliseconds = statementMilliseconds;
  const places = new Semaphore({ count: connectionLimit, patienceMilliseconds });
  const crowd = serializeOnConflict({ isUndone, patienceMilliseconds });
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
   * Does `task` with a connection on which `first` succeeded, and with the result of that. A connection may turn out to be dead only
   * when it is used, so others are tried as long as no server has answered: `first` must be harmless when it is done twice.
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
        check.doubt();
        if (isUnanswered(error)) rejectWaiting(error);
        if (!client || left === 0 || ended || !isLost(error)) throw error;
      }
    }
  }

  /** When a server does not answer, all waiting callers fail with it: waiting one after the other would tell them the same. */
  function rejectWaiting(reason: unknown): void {
    places.rejectWaiting(reason);
    crowd.rejectWaiting(reason);
  }

  /** Gives a connection back; after an error that no server has told, its state is unknown, and it is closed. */
  function release(client: pg.PoolClient, error?: unknown): void {
    const isBroken = error !== undefined && (isLost(error) || !(error instanceof pg.DatabaseError));
    if (isBroken) check.doubt();
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

  /** Statements in one message are one transaction, which the server undoes by itself. Resolves to the results of all. */
  function inOneRoundTrip(statements: readonly string[]): Promise<readonly pg.QueryResult[]> {
    const whole = inOneMessage(statements);
    return crowd.run((runExclusively) =>
      connected(
        (client) => runExclusively(() => client.query(whole)),
        async (client, results) => {
          release(client);
          return [results].flat();
        },
      ),
    );
  }

  const removing = askTogether({
    most: { rounds: connectionLimit, questions: maxTogether },
    isForAll: (error) => !(error instanceof pg.DatabaseError),
    ask: removedOf,
  });

  /** Does removals in one transaction, unless the server refuses one of them. Resolves to those that were done, and of whose users nothing was under way. */
  async function removedOf(removals: readonly [Removal, ...Removal[]]): Promise<ReadonlySet<Removal>> {
    try {
      const names = namesFound(await inOneRoundTrip(together(removals)));
      return new Set(removals.filter(({ subject }) => !isAtWork(subject, names)));
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isLost(error)) return new Set();
      throw error;
    }
  }

  let answeredAt = Number.NEGATIVE_INFINITY;
  let answering: Promise<void> | undefined;

  /** Resolves when the server has just answered: removals wait for locks, so that one that hangs would be noticed late by them. */
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

  /** Those that wait for a connection at a time are removed together where they can be. */
  async function remove(removal: Removal): Promise<void> {
    await expectAnswer();
    if (goesTogether(removal) && (await removing(removal)).has(removal)) return;
    await session.settle(removal.subject);
    await inOneRoundTrip([nameAbout(removal.subject), ...removal.statements]);
  }

  async function logIn(): Promise<void> {
    let client: pg.Client | undefined;
    try {
      // A connection that is open says nothing about who may log in now.
      client = new pg.Client(configuration(url, { statementMilliseconds, tls: settings.tls }));
      surviveErrors(client);
      await client.connect();
      await client.query({ text: "SELECT 1", ...quick });
    } catch (error) {
      throw reasonOn(client, error);
    } finally {
      // The answer is known; a server that does not close the connection keeps no caller waiting.
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
        else await crowd.run((runExclusively) => transactOnce(statements, about, runExclusively));
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
    end(patience) {
      ended ??= Promise.resolve(pool?.end());
      rejectWaiting(new Error(closed));
      const breakOff = () => {
        for (const client of busy) void client.end();
      };
      if (patience === 0) breakOff();
      const impatience = setTimeout(breakOff, patience);
      return ended.finally(() => clearTimeout(impatience));
    },
  };
  return session;
}

/**
 * Statements as one message: the server begins with the next one without waiting to be told, and does none after one that it refuses. Each stands on
 * lines of its own, so that a comment at the end of one does not take the next one away.
 */
function inOneMessage(statements: readonly string[]): string {
  return statements.join("\n;\n");
}

const closed = "the session is closed";

/** Of a query that waits for no lock. */
const quick = { query_timeout: answerMilliseconds };

/** Rows of values as the server spells them. */
const asTexts = { rowMode: "array", types: { getTypeParser: () => (value: string) => value } } as const;

const encryption = {
  none: false,
  any: { rejectUnauthorized: false },
  verified: { rejectUnauthorized: true },
} as const satisfies Record<Login["encryption"], unknown>;

type ConfigurationOptions = Readonly<{ statementMilliseconds?: number; tls?: SessionSettings["tls"] | undefined }>;

/** With a CA or a client certificate, an address without an encryption mode means full verification. */
function verifying({ encryption: wanted }: Login): Readonly<{ rejectUnauthorized: boolean }> {
  return wanted === "any" ? encryption.any : encryption.verified;
}

function own({ certificate, key }: NonNullable<SessionSettings["tls"]>): Pick<ConnectionOptions, "cert" | "key"> {
  return certificate && key ? { cert: certificate, key } : {};
}

/** How to log in at `url`. Throws an Error that quotes none of it. */
export function configuration(
  url: string,
  { statementMilliseconds = usualStatementMilliseconds, tls }: ConfigurationOptions = {},
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
    ssl: tls ? { ...verifying(login), ...(tls.ca ? { ca: tls.ca } : {}), ...own(tls) } : encryption[login.encryption],
    connectionTimeoutMillis: login.connectMilliseconds ?? answerMilliseconds,
    query_timeout: statementMilliseconds,
    keepAlive: true,
  };
}
