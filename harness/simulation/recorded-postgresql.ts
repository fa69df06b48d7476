import { reasonOf } from "#engine/api/errors/reason.ts";
import type { Recorder } from "#harness/history/recorder.ts";
import type { Login } from "./databases/login.ts";
import type { SimulatedPostgresql, SimulatedSession } from "./databases/simulated-postgresql.ts";

export type RecordedOptions = Readonly<{
  recorder: Recorder;
  /** Name of the client in the history: that of a cluster, or "client" for queries of the harness. */
  from: string;
}>;

/** Wraps a server so that logins, and the statements of `transact` and `run`, are recorded with their outcome. */
export function recordedPostgresql<Server extends Pick<SimulatedPostgresql, "connect">>(
  server: Server,
  { recorder, from }: RecordedOptions,
): Server {
  function logIn(login: Login): SimulatedSession {
    const { user, password } = login;
    const about = { type: "login", from, user, password: recorder.digests.of(password) } as const;
    try {
      const session = server.connect(login);
      recorder.note({ ...about, outcome: "ok" });
      return recorded(session, user);
    } catch (error) {
      recorder.note({ ...about, outcome: "fail", reason: recorder.text(reasonOf(error)) });
      throw error;
    }
  }

  function recorded(session: SimulatedSession, user: string): SimulatedSession {
    const note = (statements: readonly string[], subject?: string, error?: unknown, asked?: number) => {
      const password = subject === undefined ? undefined : recorder.passwordIn(statements);
      recorder.note({
        type: "statement",
        from,
        user,
        statements: statements.map((statement) =>
          recorder.statement(statement, { cluster: from, path: "the database" }),
        ),
        ...(subject === undefined ? {} : { subject }),
        ...(password === undefined ? {} : { password }),
        ...(asked === undefined || asked === recorder.history.last ? {} : { asked }),
        outcome: error === undefined ? "ok" : "fail",
        ...(error === undefined ? {} : { reason: recorder.text(reasonOf(error)) }),
      });
    };
    return {
      ...session,
      transact(statements, about, committed = () => {}, sent = recorder.history.last) {
        const asked = Math.max(1, sent);
        const recordAndConfirm = () => {
          note(statements, about?.subject, undefined, asked);
          committed();
        };
        judged(
          () => session.transact(statements, about, recordAndConfirm),
          (error) => note(statements, about?.subject, error),
        );
      },
      run(statements) {
        judged(
          () => session.run(statements),
          (error) => note(statements, undefined, error),
        );
        note(statements);
      },
    };
  }

  return { ...server, connect: logIn };
}

function judged(task: () => void, refused: (error: unknown) => void): void {
  try {
    task();
  } catch (error) {
    refused(error);
    throw error;
  }
}
