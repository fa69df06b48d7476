import { createHash } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import mysql, { type Connection, type ConnectionOptions, type QueryResult } from "mysql2/promise";
import { type About, DatabaseRefusal } from "#engine/ports/databases.ts";
import { type Transaction, type Transactions, type Wire, WireError, type WireTimes } from "../wire.ts";
import { mysqlError } from "./mysql-error.ts";

/** Maximum wait for the end of a killed connection, and pause between two checks. */
const endWait = { milliseconds: 5_000, pauseMilliseconds: 20 } as const;

const killing = { noSuchThread: 1094, denied: 1095 } as const;

/**
 * Logs in at `mysql://user:password@host:port/database?encryption=…&ca=…&timeout=…`. During a transaction with a
 * subject, the connection holds a lock on the server that is named after the subject.
 */
export async function connectMysql(url: string, times: WireTimes): Promise<Wire> {
  const client = await mysql.createConnection(optionsOf(url, times)).catch((error: unknown) => {
    throw mysqlError(error);
  });
  // An error between statements is reported by the next statement.
  client.on("error", () => {});
  return new MysqlWire(client, times);
}

/**
 * Matches some statements that commit implicitly, such as those about users (MySQL, 13.3.3; MariaDB, "SQL statements
 * that cause an implicit commit").
 */
const commitsItself = /^(?:CREATE|ALTER|DROP|RENAME)\s+(?:USER|ROLE)\b|^(?:GRANT|REVOKE)\b|^SET\s+PASSWORD\b/i;

const noLock = "understudy none";

class MysqlWire implements Wire {
  readonly #client: Connection;
  readonly #times: WireTimes;
  #held: string | undefined;

  constructor(client: Connection, times: WireTimes) {
    this.#client = client;
    this.#times = times;
  }

  async begin([{ about }]: Transactions): Promise<void> {
    if (!about) return void (await this.#rows("SELECT 1", []));
    const seconds = Math.ceil(this.#times.answerMilliseconds / 2000);
    const held = this.#held;
    this.#held = undefined;
    // The old lock is released first, to prevent a deadlock. The columns have names, since the driver compiles a row
    // reader for each set of names, and unnamed columns get the text of their expression.
    const [, got] = await this.#row("SELECT RELEASE_LOCK(?) AS released, GET_LOCK(?, ?) AS got", [
      held ?? noLock,
      lockOf(about.subject),
      seconds,
    ]);
    if (String(got) === "1") return;
    throw new WireError(new DatabaseRefusal(inProgressMessage(about.subject), ""), "answered");
  }

  async run([transaction]: Transactions): Promise<readonly (WireError | undefined)[]> {
    try {
      await this.#run(transaction);
      return [undefined];
    } catch (error) {
      return [mysqlError(error)];
    }
  }

  async #run({ statements, about }: Transaction): Promise<void> {
    let done = 0;
    // A first statement that commits implicitly would end the transaction at once.
    const isTransaction = statements.length > 1 && !commitsItself.test(statements[0] ?? "");
    try {
      if (isTransaction) await this.#ask("START TRANSACTION");
      for (const statement of statements) {
        await this.#ask(statement);
        done += 1;
      }
      if (isTransaction) await this.#ask("COMMIT");
    } catch (error) {
      // Statements about users commit themselves and all statements before them.
      throw await this.#undone(error, { isPartial: done > 0, about });
    }
    if (about) this.#releaseSoon(lockOf(about.subject));
  }

  /** Releases a lock, if possible together with the begin of the next transaction, which saves a round trip. */
  #releaseSoon(lock: string): void {
    this.#held = lock;
    setImmediate(() => {
      if (this.#held !== lock) return;
      this.#held = undefined;
      this.#rows("SELECT RELEASE_LOCK(?) AS released", [lock]).catch(() => this.destroy());
    });
  }

  async column(query: string, parameters: readonly string[]): Promise<readonly string[]> {
    return (await this.#rows(query, parameters)).map((value) => (value === null ? "" : String(value)));
  }

  /**
   * Kills the connections that hold the lock of `subject`. If this account may not kill a connection, that connection
   * is ignored, since it does not belong to this service.
   */
  async settle(subject: string): Promise<void> {
    for (const end = performance.now() + endWait.milliseconds; ; await passed(endWait.pauseMilliseconds)) {
      const [holder] = await this.#rows("SELECT IS_USED_LOCK(?) AS holder", [lockOf(subject)]);
      if (holder === null || holder === undefined) return;
      try {
        await this.#ask(`KILL ${Number(holder)}`);
      } catch (error) {
        const number = error instanceof WireError ? error.number : undefined;
        if (number === killing.denied) return;
        if (number !== killing.noSuchThread) throw error;
      }
      if (performance.now() >= end)
        throw new WireError(new DatabaseRefusal(inProgressMessage(subject), ""), "answered");
    }
  }

  destroy(): void {
    this.#client.destroy();
  }

  async #undone(
    error: unknown,
    { isPartial, about }: { isPartial: boolean; about: About | undefined },
  ): Promise<unknown> {
    if (!(error instanceof WireError) || error.state !== "answered") return error;
    try {
      await this.#ask("ROLLBACK");
      if (about) await this.#rows("SELECT RELEASE_LOCK(?) AS released", [lockOf(about.subject)]);
    } catch {
      // The connection is lost. The reason of the failed statement is more useful.
      this.destroy();
    }
    const { message, sqlState } = error.refusal;
    return new WireError(new DatabaseRefusal(message, sqlState, { isPartial }), error.state);
  }

  async #rows(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    return (await this.#table(sql, values)).map(([first]) => first);
  }

  async #row(sql: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    return (await this.#table(sql, values))[0] ?? [];
  }

  async #table(sql: string, values: readonly unknown[]): Promise<readonly (readonly unknown[])[]> {
    const rows = await this.#query({
      sql,
      values: [...values],
      timeout: this.#times.answerMilliseconds,
      rowsAsArray: true,
    });
    return rows as readonly (readonly unknown[])[];
  }

  async #ask(sql: string): Promise<void> {
    await this.#query({ sql, timeout: this.#times.statementMilliseconds });
  }

  async #query(options: { sql: string; values?: unknown[]; timeout: number; rowsAsArray?: boolean }) {
    try {
      const [result] = await this.#client.query<QueryResult>(options);
      return result;
    } catch (error) {
      throw mysqlError(error);
    }
  }
}

function inProgressMessage(subject: string): string {
  return `an earlier change of "${subject}" is still in progress at the server`;
}

/** Returns the name of the lock for `subject`. Names of locks may have at most 64 characters. */
function lockOf(subject: string): string {
  return `understudy ${createHash("sha256").update(subject).digest("hex").slice(0, 40)}`;
}

function optionsOf(url: string, { answerMilliseconds }: WireTimes): ConnectionOptions {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const encryption = searchParams.get("encryption") ?? "off";
  const ca = searchParams.get("ca");
  const timeout = Number(searchParams.get("timeout") ?? 0);
  const database = decodeURIComponent(pathname.slice(1));
  return {
    host: decodeURIComponent(hostname.replace(/^\[|\]$/g, "")),
    port: Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(database === "" ? {} : { database }),
    ...(encryption === "off" ? {} : { ssl: { rejectUnauthorized: encryption === "verified", ...(ca ? { ca } : {}) } }),
    connectTimeout: timeout === 0 ? answerMilliseconds : timeout,
    // Refuses servers that request the password in clear text.
    enableCleartextPlugin: false,
    multipleStatements: false,
    enableKeepAlive: true,
  };
}
