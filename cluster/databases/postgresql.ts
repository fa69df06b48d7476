import type { Databases } from "#engine/ports/databases.ts";
import { type OpenSession, openSession, usualStatementMilliseconds } from "./postgresql-session.ts";

/** How long running statements may go on when all is closed politely. */
const closingMilliseconds = 2_000;

/** PostgreSQL servers over the network. Disposing it closes all sessions, giving what runs on them some time. */
export interface PostgresqlDatabases extends Databases, AsyncDisposable {
  /** Drops all sessions, in the middle of what they do. */
  kill(): Promise<void>;
}

/** `statementMilliseconds` is how long one statement may take; tests have less patience than usual. */
export function postgresqlDatabases({
  statementMilliseconds = usualStatementMilliseconds,
}: {
  statementMilliseconds?: number | undefined;
} = {}): PostgresqlDatabases {
  const sessions = new Set<OpenSession>();
  let closed = false;
  const closeAll = async (patienceMilliseconds: number) => {
    closed = true;
    await Promise.all([...sessions].map((session) => session.end(patienceMilliseconds)));
  };
  return {
    open(_kind, url, settings = {}) {
      const session = openSession(url, { statementMilliseconds, settings });
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
