import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { DatabaseRefusal, type PostgresqlSettings, type SessionSettings } from "#engine/ports/databases.ts";
import { answerMilliseconds } from "../timeouts.ts";
import { type Transactions, type Wire, WireError } from "../wire.ts";
import { configuration } from "./postgresql-client.ts";
import { postgresqlError } from "./postgresql-error.ts";
import { loginOf } from "./postgresql-login.ts";
import { beginAbout, endWorking, listWorking, nameOf, namesWorking } from "./session-names.ts";

/** Maximum wait for the end of a terminated session, and pause between two checks. */
const endWait = { milliseconds: 5_000, pauseMilliseconds: 50 } as const;

const insufficientPrivilege = "42501";

const quick = { query_timeout: answerMilliseconds };

const asTexts = { rowMode: "array", types: { getTypeParser: () => (value: string) => value } } as const;

type ConnectOptions = Readonly<{ statementMilliseconds: number; tls: SessionSettings["tls"] | undefined }>;

/** Logs in. Rejects with a {@link WireError}, or with an Error that does not contain the values of invalid settings. */
export async function connectPostgresql(
  settings: PostgresqlSettings,
  options: ConnectOptions,
): Promise<PostgresqlWire> {
  const client = new pg.Client(configuration(loginOf(settings), options));
  const wire = new PostgresqlWire(client);
  await wire
    .answered(() => client.connect())
    .catch((error: unknown) => {
      wire.destroy();
      throw error;
    });
  return wire;
}

/**
 * A connection to a PostgreSQL server. During a transaction with a subject, the server shows a name for the connection
 * that is derived from the subject (`session-names.ts`).
 */
export class PostgresqlWire implements Wire {
  readonly #client: pg.Client;
  /** First error outside of a statement, such as an error that the server sent before it closed the connection. */
  #disconnect: Error | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
    // An unhandled error between statements would end the process.
    client.on("error", (error) => {
      this.#disconnect ??= error;
    });
  }

  async begin([{ about }]: Transactions): Promise<void> {
    const text = about ? beginAbout(about.subject) : "BEGIN";
    await this.answered(() => this.#client.query({ text, ...quick }));
  }

  async run([{ statements }]: Transactions): Promise<readonly (WireError | undefined)[]> {
    try {
      await this.inOneMessage([...statements, "COMMIT"]);
      return [undefined];
    } catch (error) {
      const failure = postgresqlError(error);
      if (failure.state === "answered") await this.#client.query("ROLLBACK").catch(() => this.destroy());
      return [failure];
    }
  }

  /**
   * Sends statements in one message. The server stops at the first statement that fails. Each statement begins on a new
   * line, since the one before may end with a comment.
   */
  async inOneMessage(statements: readonly string[]): Promise<readonly pg.QueryResult[]> {
    return [await this.answered(() => this.#client.query(statements.join("\n;\n")))].flat();
  }

  async column(query: string, parameters: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.answered(() =>
      this.#client.query<(string | null)[]>({ text: query, values: [...parameters], ...quick, ...asTexts }),
    );
    return rows.map(([value]) => value ?? "");
  }

  namesWorking(names: readonly string[]): Promise<readonly string[]> {
    return this.column(namesWorking, [names.join(",")]);
  }

  /**
   * Terminates the sessions that work on `subject`. A session that is terminated while its commit waits for a standby
   * has committed (PostgreSQL, 26.2.8).
   */
  async settle(subject: string): Promise<void> {
    for (const end = performance.now() + endWait.milliseconds; ; await passed(endWait.pauseMilliseconds)) {
      if ((await this.#endSessions(nameOf(subject))).length === 0) return;
      if (performance.now() >= end) {
        const message = `an earlier change of "${subject}" is still in progress at the server`;
        throw new WireError(new DatabaseRefusal(message, ""), "answered");
      }
    }
  }

  destroy(): void {
    void this.#client.end().catch(() => {});
  }

  /**
   * Awaits `question`, and rejects with a {@link WireError} if it fails. An error that only follows
   * from a lost connection is replaced by the first error that the connection reported.
   */
  async answered<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw postgresqlError(error instanceof pg.DatabaseError ? error : (this.#disconnect ?? error));
    }
  }

  /**
   * Terminates the sessions with this name, or only lists them if the user may not terminate them. Returns their
   * process ids.
   */
  async #endSessions(name: string): Promise<readonly string[]> {
    try {
      return await this.column(endWorking, [name]);
    } catch (error) {
      // The sessions belong to the connection's previous user. They can only be waited for.
      if (error instanceof WireError && error.refusal.sqlState === insufficientPrivilege) {
        return this.column(listWorking, [name]);
      }
      throw error;
    }
  }
}
