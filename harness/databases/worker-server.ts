import pg from "pg";
import type { DatabaseServer } from "./database-server.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

/** Address and description of a database server. It is JSON, because it is sent to workers. */
export type ServerAddress = Readonly<{ url: string; description: string }>;

/**
 * The database server of one worker, replaced when it ends. Users of a server are visible to all
 * its clients, so no two workers share one.
 */
export interface WorkerServer extends AsyncDisposable {
  /**
   * Returns the address of the current server, after starting a new one if the last has ended.
   * Rejects if that fails.
   */
  address(): Promise<ServerAddress>;
}

/** Time after which a server without a response counts as dead, in milliseconds. */
const watchMilliseconds = 5_000;

/**
 * Manages the server of a worker. `first` is already running and is ended by its owner; servers
 * from `start` end on dispose.
 */
export function workerServer(first: ServerAddress, start: () => Promise<DatabaseServer>): WorkerServer {
  let current: ServerAddress = first;
  let replacement: DatabaseServer | undefined;
  let watch: pg.Client | undefined;

  /**
   * Keeps a connection open. Its end shows that the server may have ended, which is cheaper than a
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
