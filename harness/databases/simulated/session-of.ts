import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import type { SimulatedSession } from "./simulated-database.ts";

/** The database ended the connection; the next use of the session opens another. */
const ended = "57P01";

/** A session as the engine has it, over connections that `logIn` opens when they are needed. What is asked is done before the answer. */
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
      // It was ended while it was not used.
      open = undefined;
      return use(task);
    }
  }

  return {
    transact: async (statements) => use((session) => session.execute(statements)),
    // What was asked is over: nothing is under way.
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
