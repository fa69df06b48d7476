import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import { type Databases, DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { type Login, parseConnectionUrl } from "./connection-url.ts";

/** How long logging in may take. */
const connectMilliseconds = 5_000;
/** How long one statement may take. Dropping a user waits for locks that others hold. */
const statementMilliseconds = 30_000;
/** Connections of one session, as the reference opens at most by default. */
const connectionLimit = 4;
/** A connection that nobody uses is given back to the server. */
const idleMilliseconds = 10_000;
/** How long running statements may go on when a session is closed. */
const closingMilliseconds = 2_000;

/** PostgreSQL servers over the network. Disposing it closes all sessions that are still open. */
export function postgresqlDatabases(): Databases & AsyncDisposable {
  const sessions = new Set<DatabaseSession>();
  return {
    open(_kind, url) {
      const session = openSession(url, () => sessions.delete(session));
      sessions.add(session);
      return session;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}
