import pg from "pg";
import { DatabaseRefusal, type Databases, type PostgresqlSettings } from "#engine/ports/databases.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";

/**
 * Simulated fault of a server. `unreachable`: no connections; `silent`: it executes transactions, but their responses
 * are lost.
 */
type Disturbance = "none" | "unreachable" | "silent";

export async function realServer() {
  const server = await embeddedPostgresql({ password: "p@ss:w/rd?%#" });
  const { port } = new URL(server.url);
  const administrator = new pg.Pool({ connectionString: server.url, max: 2 });
  administrator.on("error", () => {});
  administrator.on("connect", (client) => client.on("error", () => {}));
  const state = { disturbance: "none" as Disturbance, opened: 0, closed: 0 };
  const databases: Databases = {
    open(address) {
      state.opened += 1;
      const { dbname, port, ...login }: PostgresqlSettings = address.kind === "postgresql" ? address.settings : {};
      const place = { ...login, database: dbname ?? "", port: Number(port), max: 4 };
      const pool = new pg.Pool({ ...place, connectionTimeoutMillis: 5000 });
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      const disturbed = async <T>(task: () => Promise<T>): Promise<T> => {
        if (state.disturbance === "unreachable") throw new DatabaseRefusal("the server cannot be reached", "");
        return withRefusals(task);
      };
      return {
        transact: (statements) =>
          disturbed(async () => {
            await repeatingConflicts(() => transact(pool, statements));
            if (state.disturbance === "silent") throw new DatabaseRefusal("the answer was lost", "");
          }),
        // A lost answer is simulated after the transaction has finished, so nothing is in progress.
        settle: () => disturbed(async () => {}),
        verify: () => disturbed(async () => void (await pool.query("SELECT 1"))),
        column: (query, parameters) =>
          disturbed(async () => {
            const { rows } = await pool.query({ text: query, values: [...parameters], rowMode: "array" });
            return rows.map((row: unknown[]) => String(row[0]));
          }),
        async close() {
          state.closed += 1;
          await pool.end();
        },
      };
    },
  };
  return {
    databases,
    state,
    port,
    urlFor: (username: string, password: string) => server.urlFor(username, password),
    templated: `postgresql://{{username}}:{{password}}@127.0.0.1:${port}/postgres`,
    run: (...statements: string[]) => server.run(statements),
    async column(query: string, ...values: string[]): Promise<readonly string[]> {
      const { rows } = await administrator.query({ text: query, values, rowMode: "array" });
      return rows.map((row: unknown[]) => String(row[0]));
    },
    accepts: (username: string, password: string) => server.accepts(username, password),
    async stop() {
      await administrator.end();
      await server[Symbol.asyncDispose]();
    },
  };
}

export type RealServer = Awaited<ReturnType<typeof realServer>>;

async function transact(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function repeatingConflicts(task: () => Promise<void>): Promise<void> {
  for (let left = 4; ; left -= 1) {
    try {
      return await task();
    } catch (error) {
      const { message } = error as Error;
      if (left === 0 || !/^(tuple concurrently|deadlock detected|could not serialize)/.test(message)) throw error;
    }
  }
}

async function withRefusals<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw error;
    const { message, code } = error as pg.DatabaseError;
    throw new DatabaseRefusal(message, code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : "", { cause: error });
  }
}
