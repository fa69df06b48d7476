import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import type { SimulatedSession } from "./simulated-database.ts";

/** SQLSTATE of a connection that the database closed. */
const ended = "57P01";

/** Creates a session for the engine. `logIn` opens a connection when one is needed. */
export function sessionOf(logIn: () => SimulatedSession): DatabaseSession {
  let open: SimulatedSession | undefined;
  let isClosed = false;

  function use<T>(task: (session: SimulatedSession) => T): T {
    if (isClosed) throw new DatabaseRefusal("the session is closed", "");
    const known = open;
    open ??= logIn();
    try {
      return task(open);
    } catch (error) {
      if (!known || !(error instanceof DatabaseRefusal) || error.sqlState !== ended) throw error;
      // The database closed the connection while it was idle.
      open = undefined;
      return use(task);
    }
  }

  return {
    transact: async (statements) => use((session) => session.execute(statements)),
    // All statements have completed.
    settle: async () => use(() => undefined),
    async verify() {
      if (isClosed) throw new DatabaseRefusal("the session is closed", "");
      logIn().close();
    },
    column: async (query, parameters) => use((session) => session.list(query, parameters)),
    async close() {
      isClosed = true;
      open?.close();
      open = undefined;
    },
  };
}
