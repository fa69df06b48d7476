import pg from "pg";
import type { DatabaseServer } from "./database-server.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

/** Must be serializable as JSON, because it is sent to workers. */
export type ServerAddress = Readonly<{ url: string; description: string }>;

/**
 * The database server of one worker. A server that has ended is replaced. Workers do not share a server, because all
 * clients of a server see its users.
 */
export interface WorkerServer extends AsyncDisposable {
  /**
   * Returns the address of the current server. If the server has ended, starts a new one first. Rejects if that fails.
   */
  address(): Promise<ServerAddress>;
}

const watchMilliseconds = 5_000;

/**
 * Manages the server of a worker. The caller ends `first`; the last server that `start` returned is ended on dispose.
 */
export function workerServer(first: ServerAddress, start: () => Promise<DatabaseServer>): WorkerServer {
  let current: ServerAddress = first;
  let replacement: DatabaseServer | undefined;
  let watch: pg.Client | undefined;

  /**
   * Opens a connection and keeps it open. If the connection ends, the server may have ended. This is cheaper than a
   * check before every scenario.
   */
  async function watchOver({ url }: ServerAddress): Promise<void> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: watchMilliseconds });
    const lost = () => {
      if (watch === client) watch = undefined;
    };
    client.on("error", lost);
    client.on("end", lost);
    try {
      await client.connect();
      watch = client;
    } catch {
      // Without a connection the server is checked before the next scenario.
      await client.end();
    }
  }

  return {
    async address() {
      if (watch) return current;
      await using known = postgresqlByUrl(current);
      if (!(await known.answers())) {
        await replacement?.[Symbol.asyncDispose]();
        replacement = undefined;
        replacement = await start();
        current = { url: replacement.url, description: replacement.description };
      }
      await watchOver(current);
      return current;
    },
    async [Symbol.asyncDispose]() {
      const watching = watch;
      watch = undefined;
      await watching?.end();
      await replacement?.[Symbol.asyncDispose]();
    },
  };
}
