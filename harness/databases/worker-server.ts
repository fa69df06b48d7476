import pg from "pg";
import type { DatabaseServer } from "./database-server.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";

/** How a database server is reached; JSON, because it goes to workers. */
export type ServerAddress = Readonly<{ url: string; description: string }>;

/** The database server of one worker, which is replaced when it has died. Users of a server are seen by all who use it, so no two workers share one. */
export interface WorkerServer extends AsyncDisposable {
  /** Where the server is: the first one, or a new one if the last has died. Rejects when no new one starts. */
  address(): Promise<ServerAddress>;
}

/** A server that is not heard of within this time, in milliseconds, is taken for dead. */
const watchMilliseconds = 5_000;

/** Looks after the server of a worker. `first` runs already and is ended by its owner; those that `start` starts end with the dispose. */
export function workerServer(first: ServerAddress, start: () => Promise<DatabaseServer>): WorkerServer {
  let current: ServerAddress = first;
  let replacement: DatabaseServer | undefined;
  let watch: pg.Client | undefined;

  /** Holds a connection open, whose end tells that the server may have died: that is cheaper than asking before every scenario. */
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
      // Without a watch the server is asked again before the next scenario.
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
