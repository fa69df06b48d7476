import { setTimeout as passed } from "node:timers/promises";
import type pg from "pg";
import { configuration, openPool } from "../databases/postgresql/postgresql-client.ts";
import { parseConnectionUrl } from "../databases/postgresql/postgresql-login.ts";
import { pauseMilliseconds } from "./acquire-postgresql.ts";
import { GroupCommit } from "./group-commit.ts";
import { boundsOf, bytesOfKey, keyOfBytes } from "./key-bytes.ts";
import type { OpenedStore } from "./opened-store.ts";
import { isCutOff, postgresqlFailure } from "./postgresql-failure.ts";
import { PostgresqlOwner } from "./postgresql-owner.ts";
import { statementsOf, storedKey } from "./postgresql-statements.ts";
import { StoreFailure } from "./store-failure.ts";

const maxReaders = 4;
const idleMilliseconds = 10_000;
const statementMilliseconds = 120_000;
const maxReadAttempts = 5;

export type PostgresqlOptions = Readonly<{
  /**
   * URL of the database, with credentials. It must not lead to a connection pooler, since the lock belongs to a
   * session.
   */
  url: string;
  /** Name of the cluster: letters, digits, `_` and `-`. For Oslo, the schema is `understudy_oslo`. */
  cluster: string;
  /** Maximum time to wait for the lock while a different process has it. Default: 5 s. */
  lockMilliseconds?: number;
  /** Maximum time for which connecting is retried after a session broke. Default: 30 s. */
  outageMilliseconds?: number;
}>;

/**
 * Opens a store in a schema of a PostgreSQL database. The store can be open only once at a time. Rejects with a {@link
 * StoreFailure}.
 */
export async function postgresqlStore(options: PostgresqlOptions): Promise<OpenedStore> {
  const { url, cluster, lockMilliseconds = 5_000, outageMilliseconds = 30_000 } = options;
  const schema = `understudy_${cluster.toLowerCase()}`;
  const login = loginAt(url);
  const { host, port, database } = login;
  const name = `postgres://${host}:${port}/${database} (schema ${schema})`;
  const statements = statementsOf(schema);
  const connection: pg.ClientConfig = {
    ...configuration(login),
    application_name: `understudy ${cluster}`,
    query_timeout: statementMilliseconds,
  };
  const place = { name, configuration: connection, statements, lockMilliseconds };
  const owner = new PostgresqlOwner(place, { outageMilliseconds });
  await owner.ready();
  const readers = openPool({ ...connection, max: maxReaders, idleTimeoutMillis: idleMilliseconds });
  const reading = new Set<pg.PoolClient>();
  const group = new GroupCommit((changes) => owner.write(changes));
  const closed = new StoreFailure("closed", `the store ${name} is closed`);
  let ended: Promise<unknown> | undefined;
  const end = (): Promise<unknown> => {
    ended ??= Promise.all([owner.end(), readers.end()]);
    return ended;
  };

  async function once<Row extends unknown[]>(query: pg.QueryConfig): Promise<readonly Row[]> {
    const client = await readers.connect();
    reading.add(client);
    let failure: unknown;
    try {
      return (await client.query<Row>({ ...query, rowMode: "array" })).rows;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      reading.delete(client);
      client.release(failure !== undefined && isCutOff(failure));
    }
  }

  async function rows<Row extends unknown[]>(query: pg.QueryConfig): Promise<readonly Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      group.check();
      await owner.ready();
      try {
        return await once<Row>(query);
      } catch (error) {
        group.check();
        if (!isCutOff(error) || attempt === maxReadAttempts) throw postgresqlFailure(error, name);
        await passed(pauseMilliseconds);
      }
    }
  }

  return {
    async read(key) {
      const { head, digest } = storedKey(bytesOfKey(key));
      const [row] = await rows<[Buffer]>({ ...statements.read, values: [head, digest] });
      return row?.[0].toString();
    },
    async range({ prefix, after = "", limit = null, maxCharacters }) {
      const bounds = boundsOf(prefix, after);
      const [from, to] = [storedKey(bounds.from), storedKey(bounds.to)];
      const values = [from.head, from.tail, to.head, to.tail, limit];
      const all = bounds.inclusive ? statements.rangeFromIncluding : statements.rangeFromAfter;
      const some = bounds.inclusive ? statements.someFromIncluding : statements.someFromAfter;
      const query = maxCharacters === undefined ? { ...all, values } : { ...some, values: [...values, maxCharacters] };
      const found = await rows<[Buffer, Buffer]>(query);
      return found.map(([key, value]) => [keyOfBytes(key), value.toString()] as const);
    },
    commit: (batch) => group.commit(batch),
    async kill() {
      group.drop(closed);
      for (const client of reading) void client.end();
      await end();
    },
    async [Symbol.asyncDispose]() {
      await group.end(closed);
      await end();
    },
  };
}

function loginAt(url: string) {
  try {
    return parseConnectionUrl(url);
  } catch (cause) {
    throw new StoreFailure("bad address", (cause as Error).message, { cause });
  }
}
