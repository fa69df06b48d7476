import { DatabaseRefusal, type DatabaseSession } from "../../ports/databases.ts";

/**
 * Executes `statements` after each transaction that has a subject, so that the server stores its users
 * durably. If the server refuses only `statements`, the operation rejects with a partial
 * `DatabaseRefusal`, although the change was made.
 */
export function persistingSession(session: DatabaseSession, statements: readonly string[]): DatabaseSession {
  if (statements.length === 0) return session;
  return {
    async transact(changes, about) {
      await session.transact(changes, about);
      if (about === undefined) return;
      try {
        await session.transact(statements);
      } catch (cause) {
        throw notStored(cause);
      }
    },
    settle: (subject) => session.settle(subject),
    verify: () => session.verify(),
    column: (query, parameters) => session.column(query, parameters),
    close: () => session.close(),
  };
}

function notStored(cause: unknown): unknown {
  if (!(cause instanceof DatabaseRefusal)) return cause;
  const message = `the change is made, and the server could not store it: ${cause.message}`;
  return new DatabaseRefusal(message, cause.sqlState, { cause, isPartial: true });
}
