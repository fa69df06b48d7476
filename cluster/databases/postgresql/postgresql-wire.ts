import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { DatabaseRefusal, type PostgresqlSettings, type SessionSettings } from "#engine/ports/databases.ts";
import { answerMilliseconds } from "../timeouts.ts";
import { type Transactions, type Wire, WireError } from "../wire.ts";
import { configuration } from "./postgresql-client.ts";
import { postgresqlError } from "./postgresql-error.ts";
import { loginOf } from "./postgresql-login.ts";
import { beginAbout, endWorking, listWorking, nameOf, namesWorking } from "./session-names.ts";

/** Maximum time for a terminated transaction to end, and the interval of checks. */
const endWait = { milliseconds: 5_000, pauseMilliseconds: 50 } as const;

const insufficientPrivilege = "42501";

/** Timeout of a query that waits for no lock. */
const quick = { query_timeout: answerMilliseconds };

/** Rows of values in the server's text format. */
const asTexts = { rowMode: "array", types: { getTypeParser: () => (value: string) => value } } as const;

type ConnectOptions = Readonly<{ statementMilliseconds: number; tls: SessionSettings["tls"] | undefined }>;

/** Logs in. Rejects with {@link WireError}, or with an Error that quotes no invalid setting. */
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

/** Sessions in progress have a name that other sessions find (`session-names.ts`). */
export class PostgresqlWire implements Wire {
  readonly #client: pg.Client;
  /** The server's message at a disconnect. */
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
   * Sends statements in one message, which is one transaction: the server runs them without further
   * round trips and stops at the first that it refuses. Each is on lines of its own, so that a
   * comment at the end of one does not extend to the next.
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

  /** Returns those of `names` that have sessions. */
  namesWorking(names: readonly string[]): Promise<readonly string[]> {
    return this.column(namesWorking, [names.join(",")]);
  }

  /**
   * A session that ends while its commit waits for a standby has committed; any other has not
   * (PostgreSQL, 26.2.8).
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

  /** Awaits the driver. An error that is only the consequence of a disconnect has its message. */
  async answered<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw postgresqlError(error instanceof pg.DatabaseError ? error : (this.#disconnect ?? error));
    }
  }

  /** Terminates the sessions of this name and returns their process ids. */
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
