import type { DatabaseSession } from "../../ports/databases.ts";
import { isLoginRefusal } from "./refusal.ts";

/** An operation on a session. It may run again on another session if the server refuses the login. */
export type SessionOperation<T> = (session: DatabaseSession) => Promise<T>;

/**
 * Creates a session that passes its operations except `close` to `attempt`, which selects the session
 * to run them on.
 */
export function delegatingSession(
  attempt: <T>(ask: SessionOperation<T>) => Promise<T>,
  close: () => Promise<void>,
): DatabaseSession {
  return {
    transact: (statements, about) => attempt((session) => session.transact(statements, about)),
    settle: (subject) => attempt((session) => session.settle(subject)),
    verify: () => attempt((session) => session.verify()),
    column: (query, parameters) => attempt((session) => session.column(query, parameters)),
    close,
  };
}

/**
 * Session of a user whose password is being changed. It uses the login of `pending` or `stored`, whichever the server
 * accepts. `pending` is tried first and again last, because the change may take effect between the first two attempts.
 */
export function eitherSession(pending: DatabaseSession, stored: DatabaseSession): DatabaseSession {
  return delegatingSession(
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
