import type { DatabaseSession } from "../ports/databases.ts";
import { isLoginRefusal } from "./refusal.ts";

/** Asks something of one session. What is asked may be asked again of another one when the login of the first is refused. */
export type Ask<T> = (session: DatabaseSession) => Promise<T>;

/** A session of which everything is asked through `attempt`, which chooses the session that is asked and may choose another after a refusal. */
export function attemptedSession(attempt: <T>(ask: Ask<T>) => Promise<T>, close: () => Promise<void>): DatabaseSession {
  return {
    transact: (statements, about) => attempt((session) => session.transact(statements, about)),
    settle: (subject) => attempt((session) => session.settle(subject)),
    verify: () => attempt((session) => session.verify()),
    column: (query, parameters) => attempt((session) => session.column(query, parameters)),
    close,
  };
}

/**
 * A session of a user whose password is being changed from that of `stored` to that of `pending`: each question goes to the one that the
 * server lets in. The change may take effect between two looks, so `pending` has the last word. Closing closes both.
 */
export function eitherSession(pending: DatabaseSession, stored: DatabaseSession): DatabaseSession {
  return attemptedSession(
    async (ask) => {
      for (const session of [pending, stored]) {
        try {
          return await ask(session);
        } catch (refusal) {
          if (!isLoginRefusal(refusal)) throw refusal;
        }
      }
      return ask(pending);
    },
    async () => void (await Promise.all([pending.close(), stored.close()])),
  );
}
