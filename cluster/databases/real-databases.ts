import {
  type DatabaseKind,
  DatabaseRefusal,
  type DatabaseSession,
  type Databases,
  type SessionSettings,
} from "#engine/ports/databases.ts";
import type { OpenSession } from "./open-session.ts";
import { defaultConnections, pooledSession } from "./pooled-session.ts";
import { openSession as openPostgresql } from "./postgresql-session.ts";
import { answerMilliseconds, defaultStatementMilliseconds } from "./timeouts.ts";
import type { Wires, WireTimes } from "./wire.ts";

/** Maximum time for running statements during a close, in milliseconds. */
const closingMilliseconds = 2_000;

/** Database servers over the network. Disposing it closes all sessions. */
export interface RealDatabases extends Databases, AsyncDisposable {
  /** Drops all sessions at once. */
  kill(): Promise<void>;
}

type SessionOptions = WireTimes & Readonly<{ settings: SessionSettings }>;

/** Session constructors by product. Drivers are loaded on first use. */
const openers: Readonly<Record<Exclude<DatabaseKind, "simulated">, (url: string, how: SessionOptions) => OpenSession>> =
  {
    postgresql: openPostgresql,
    mysql: pooled({
      connect: async (...at) => (await import("./mysql/mysql-wire.ts")).connectMysql(...at),
      together: { rounds: Number.POSITIVE_INFINITY, questions: 1 },
    }),
    redis: pooled({
      connect: async (...at) => (await import("./redis/redis-wire.ts")).connectRedis(...at),
      together: { rounds: 2, questions: 32 },
    }),
  };

/** Opens sessions at database servers. A statement takes at most `statementMilliseconds`. */
export function realDatabases({
  statementMilliseconds = defaultStatementMilliseconds,
  inProcess = none,
}: {
  statementMilliseconds?: number | undefined;
  /** Databases of connections of kind "simulated". Default: none. */
  inProcess?: Databases | undefined;
} = {}): RealDatabases {
  const sessions = new Set<OpenSession>();
  let closed = false;
  const closeAll = async (maxWaitMilliseconds: number) => {
    closed = true;
    await Promise.all([...sessions].map((session) => session.end(maxWaitMilliseconds)));
  };
  return {
    open(kind, url, settings = {}) {
      const session =
        kind === "simulated"
          ? endable(inProcess.open(kind, url))
          : openers[kind](url, { answerMilliseconds, statementMilliseconds, settings });
      sessions.add(session);
      if (closed) void session.end(0);
      return {
        transact: (statements, about) => session.transact(statements, about),
        settle: (subject) => session.settle(subject),
        verify: () => session.verify(),
        column: (query, parameters) => session.column(query, parameters),
        async close() {
          await session.end(closingMilliseconds);
          sessions.delete(session);
        },
      };
    },
    kill: () => closeAll(0),
    [Symbol.asyncDispose]: () => closeAll(closingMilliseconds),
  };
}

/** A standalone cluster has no database in its process. */
const none: Databases = {
  open() {
    const refuse = () => Promise.reject(new DatabaseRefusal("there is no simulated database in this process", ""));
    return { transact: refuse, settle: refuse, verify: refuse, column: refuse, close: async () => {} };
  },
};

function endable(session: DatabaseSession): OpenSession {
  return { ...session, end: () => session.close() };
}

function pooled(wires: Wires) {
  return (url: string, { settings, ...times }: SessionOptions) =>
    pooledSession(url, { ...wires, times, connectionLimit: settings.maxOpenConnections ?? defaultConnections });
}
