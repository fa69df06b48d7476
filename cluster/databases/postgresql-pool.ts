import pg from "pg";

/** Why connections broke that were not asked anything at that moment. */
const breaks = new WeakMap<pg.ClientBase, Error>();

/**
 * A pool of PostgreSQL connections that the server may drop at any time. A connection that breaks fails the statement that runs on it,
 * or the next one, and the pool opens another. `pg` listens for errors only on idle connections; an error of one that is in
 * use, which no one listens for, would end the process.
 */
export function openPool(configuration: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(configuration);
  pool.on("error", () => {});
  pool.on("connect", surviveErrors);
  return pool;
}

/** Has an error of `client` that no statement is told of end nothing but the connection. */
export function surviveErrors(client: pg.ClientBase): void {
  client.on("error", (error) => breaks.has(client) || breaks.set(client, error));
}

/** Why a statement failed on `client`: what the server said when it dropped the connection, where `error` only says that it is gone. */
export function reasonOn(client: pg.ClientBase | undefined, error: unknown): unknown {
  if (client === undefined || error instanceof pg.DatabaseError) return error;
  return breaks.get(client) ?? error;
}
