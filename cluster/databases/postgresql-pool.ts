import pg from "pg";

/** Errors of idle connections that broke. */
const breaks = new WeakMap<pg.ClientBase, Error>();

/**
 * Creates a pool of PostgreSQL connections that tolerates disconnects. A broken connection fails
 * its current or next statement, and the pool opens another. `pg` handles errors only of idle
 * connections; an unhandled error of a connection in use would end the process.
 */
export function openPool(configuration: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(configuration);
  pool.on("error", () => {});
  pool.on("connect", surviveErrors);
  return pool;
}

/** Keeps an error of `client` outside of statements from ending the process. */
export function surviveErrors(client: pg.ClientBase): void {
  client.on("error", (error) => breaks.has(client) || breaks.set(client, error));
}

/** Returns the server's message at a disconnect if `error` is only its consequence. */
export function reasonOn(client: pg.ClientBase | undefined, error: unknown): unknown {
  if (client === undefined || error instanceof pg.DatabaseError) return error;
  return breaks.get(client) ?? error;
}
