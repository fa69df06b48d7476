import {
  type DatabaseAddress,
  DatabaseRefusal,
  type DatabaseSession,
  type Databases,
} from "#engine/ports/databases.ts";
import { type OpenSession, PooledSession, type SessionOptions } from "./pooled-session.ts";
import { PostgresqlSession } from "./postgresql/postgresql-session.ts";
import { answerMilliseconds, defaultStatementMilliseconds } from "./timeouts.ts";

const closingMilliseconds = 2_000;

export interface RealDatabases extends Databases, AsyncDisposable {
  /** Ends all sessions without waiting for running statements. */
  kill(): Promise<void>;
}

/**
 * Creates the adapter for real database servers. `statementMilliseconds` limits a transaction, on MySQL each statement.
 */
export function realDatabases({
  statementMilliseconds = defaultStatementMilliseconds,
  inProcess = none,
}: {
  statementMilliseconds?: number | undefined;
  /** Adapter for connections of kind "simulated". Default: none. */
  inProcess?: Databases | undefined;
} = {}): RealDatabases {
  const sessions = new Set<OpenSession>();
  let closed = false;
  const closeAll = async (maxWaitMilliseconds: number) => {
    closed = true;
    await Promise.all([...sessions].map((session) => session.end(maxWaitMilliseconds)));
  };
  return {
    open(address, settings = {}) {
      const session =
        address.kind === "simulated"
          ? endable(inProcess.open(address))
          : networkSession(address, { times: { answerMilliseconds, statementMilliseconds }, settings });
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

const none: Databases = {
  open() {
    const refuse = () => Promise.reject(new DatabaseRefusal("there is no simulated database in this process", ""));
    return { transact: refuse, settle: refuse, verify: refuse, column: refuse, close: async () => {} };
  },
};

function endable(session: DatabaseSession): OpenSession {
  return { ...session, end: () => session.close() };
}

type NetworkAddress = Exclude<DatabaseAddress, { kind: "simulated" }>;

function networkSession(address: NetworkAddress, options: SessionOptions): OpenSession {
  if (address.kind === "postgresql") return new PostgresqlSession(address.settings, options);
  const { kind, url } = address;
  const { times } = options;
  if (kind === "mysql") {
    return new PooledSession({
      ...options,
      connect: async () => (await import("./mysql/mysql-wire.ts")).connectMysql(url, times),
      together: { maxRunning: Number.POSITIVE_INFINITY, maxSize: 1 },
    });
  }
  return new PooledSession({
    ...options,
    connect: async () => (await import("./redis/redis-wire.ts")).connectRedis(url, times),
    together: { maxRunning: 2, maxSize: 32 },
  });
}
