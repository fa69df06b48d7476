import {
  type DatabaseAddress,
  DatabaseRefusal,
  type DatabaseSession,
  type Databases,
} from "#engine/ports/databases.ts";
import type { Recorder } from "#harness/history/recorder.ts";

export type RecordedOptions = Readonly<{
  recorder: Recorder;
  from: string;
}>;

type Outcome = Readonly<{ outcome: "ok" | "fail" | "unknown"; reason?: string }>;

export function recordedDatabases(databases: Databases, { recorder, from }: RecordedOptions): Databases {
  return {
    open(address, settings) {
      const session = databases.open(address, settings);
      const { user, password } = loginOf(address);
      const { kind } = address;
      const server = kind === "postgresql" ? {} : { server: kind };
      const statementOptions = (subject?: string) => ({ subject, hasDoubleQuotes: kind === "mysql" });
      let hasLoggedIn = false;

      function noteLogin(asked: number, outcome: Outcome): void {
        if (hasLoggedIn && outcome.outcome === "ok") return;
        hasLoggedIn = outcome.outcome === "ok";
        const secret = password === undefined ? {} : { password: recorder.digests.of(password) };
        recorder.note({ type: "login", from, user, ...secret, ...server, ...since(recorder, asked), ...outcome });
      }

      async function recordOutcome<T>(
        task: () => Promise<T>,
        ended?: (asked: number, outcome: Outcome) => void,
      ): Promise<T> {
        const asked = recorder.history.last;
        try {
          const result = await task();
          noteLogin(asked, { outcome: "ok" });
          ended?.(asked, { outcome: "ok" });
          return result;
        } catch (error) {
          const outcome = outcomeOf(error, recorder);
          if (isLogin(error)) noteLogin(asked, outcome);
          else ended?.(asked, outcome);
          throw error;
        }
      }

      return {
        ...unrecordedPart(session),
        transact: (statements, about) =>
          recordOutcome(
            () => session.transact(statements, about),
            (asked, outcome) => {
              const origin = { cluster: from, path: "the database" };
              const shown = statements.map((one) => recorder.statement(one, origin, statementOptions(about?.subject)));
              const subject = about ? { subject: about.subject } : {};
              const statement = { type: "statement", from, user, statements: shown, ...server, ...subject } as const;
              recorder.note({ ...statement, ...since(recorder, asked), ...outcome });
            },
          ),
        verify: () => recordOutcome(() => session.verify()),
        column: (query, parameters) => recordOutcome(() => session.column(query, parameters)),
      };
    },
  };
}

function unrecordedPart(session: DatabaseSession): Pick<DatabaseSession, "settle" | "close"> {
  return { settle: (subject) => session.settle(subject), close: () => session.close() };
}

function since({ history }: Recorder, asked: number): Readonly<{ asked?: number }> {
  return asked === 0 || asked === history.last ? {} : { asked };
}

function outcomeOf(error: unknown, recorder: Recorder): Outcome {
  const reason = recorder.text(error instanceof Error ? error.message : String(error));
  const isJudged = error instanceof DatabaseRefusal && /^(?!$|08|57)/.test(error.sqlState) && !error.isPartial;
  return { outcome: isJudged ? "fail" : "unknown", reason };
}

function isLogin(error: unknown): boolean {
  return error instanceof DatabaseRefusal && error.sqlState.startsWith("28");
}

function loginOf(address: DatabaseAddress): Readonly<{ user: string; password?: string }> {
  const { user = "", password = "" } = address.kind === "postgresql" ? address.settings : loginInUrl(address.url);
  return { user, ...(password === "" ? {} : { password }) };
}

function loginInUrl(url: string): Readonly<{ user: string; password: string }> {
  if (!URL.canParse(url)) return { user: "", password: "" };
  const { username, password } = new URL(url);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}
