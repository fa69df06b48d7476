import mysql, { type ConnectionOptions, type RowDataPacket } from "mysql2/promise";
import type { DatabaseServer, RunningServer } from "./database-server.ts";
import { urlFor } from "./url-for.ts";

const connectMilliseconds = 10_000;
const answerMilliseconds = 30_000;
const answersMilliseconds = 5_000;

const credentialsRefused = "28000";

/**
 * Connects to a running MariaDB or MySQL server at `mysql://user:password@host:port/database`. Disposing does not end
 * the server.
 */
export function mariadbByUrl({ url, description, authority }: RunningServer): DatabaseServer {
  const optionsFor = (address: string) => ({ ...loginAt(address), ...(authority ? { ssl: { ca: authority } } : {}) });
  const pool = mysql.createPool({ ...optionsFor(url), connectionLimit: 4, idleTimeout: 10_000 });
  return {
    kind: "mariadb",
    description,
    authority,
    url,
    urlFor: (username, password) => urlFor(url, username, password),
    async run(statements) {
      const client = await pool.getConnection();
      try {
        for (const sql of statements) await client.query({ sql, timeout: answerMilliseconds });
      } finally {
        client.release();
      }
    },
    async column(query) {
      const [rows] = await pool.query<RowDataPacket[][]>({
        sql: query,
        rowsAsArray: true,
        timeout: answerMilliseconds,
      });
      return rows.map(([value]) => (value === null || value === undefined ? "" : String(value)));
    },
    async accepts(username, password) {
      try {
        const client = await mysql.createConnection(optionsFor(urlFor(url, username, password)));
        await client.query({ sql: "SELECT 1", timeout: answerMilliseconds }).finally(() => client.destroy());
        return true;
      } catch (error) {
        if (stateOf(error) === credentialsRefused) return false;
        throw error;
      }
    },
    async hold(username, password) {
      const client = await mysql.createConnection(optionsFor(urlFor(url, username, password)));
      return { [Symbol.asyncDispose]: async () => client.destroy() };
    },
    async answers() {
      try {
        const client = await mysql.createConnection({ ...optionsFor(url), connectTimeout: answersMilliseconds });
        client.destroy();
        return true;
      } catch (error) {
        return stateOf(error) !== undefined;
      }
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
    },
  };
}

function loginAt(text: string): ConnectionOptions {
  const { hostname, port, username, password, pathname } = new URL(text);
  const database = decodeURIComponent(pathname.slice(1));
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    ...(database === "" ? {} : { database }),
    connectTimeout: connectMilliseconds,
  };
}

function stateOf(error: unknown): string | undefined {
  const state = error instanceof Error && "sqlState" in error ? error.sqlState : undefined;
  return typeof state === "string" ? state : undefined;
}
