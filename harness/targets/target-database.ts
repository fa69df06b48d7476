import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { urlFor } from "#harness/databases/url-for.ts";
import { isMarkedInDatabase } from "./run-marks.ts";
import { secretIn } from "./secret-in.ts";
import type { TargetDatabase } from "./target.ts";
import { TargetTrouble, unreachableReason } from "./target-client.ts";

const creation = /\bCREATE\s+(DATABASE|ROLE|USER|TABLE)\s+(?:IF\s+NOT\s+EXISTS\s+)?"((?:[^"]|"")+)"/gi;

const usersQuery = "SELECT rolname FROM pg_catalog.pg_roles";

export interface TargetDatabaseServer extends DatabaseServer {
  /** Records a user that a response of the target names as created, so that {@link clear} drops it. */
  noteUser(name: string): void;
  /**
   * Drops the recorded databases and tables, and the recorded users that did not exist before the scenario. Resolves to
   * descriptions of objects that could not be dropped.
   */
  clear(): Promise<readonly string[]>;
}

/**
 * Opens the database server of a target with the administrator's password from the environment. Throws a {@link
 * TargetTrouble} if the server is unreachable or rejects the credentials.
 */
export async function targetDatabase(
  { harness, service, user, passwordVariable }: TargetDatabase,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TargetDatabaseServer> {
  const password = secretIn(passwordVariable, "the password of the database", environment);
  const server = postgresqlByUrl({
    url: urlFor(harness, user, password),
    description: `PostgreSQL at ${new URL(harness).host}`,
  });
  const before = new Set(await users(server));
  const made = { databases: new Set<string>(), tables: new Set<string>(), users: new Set<string>() };
  const madeBy = (kind: string) =>
    /database/i.test(kind) ? made.databases : /table/i.test(kind) ? made.tables : made.users;
  return {
    ...server,
    // Clusters connect from their own network, so they need the service address.
    urlFor: (username, password) => urlFor(service, username, password),
    async run(statements) {
      for (const [, kind = "", name = ""] of statements.flatMap((text) => [...text.matchAll(creation)]))
        madeBy(kind).add(name.replaceAll('""', '"'));
      await server.run(statements);
    },
    noteUser: (name) => void made.users.add(name),
    async clear() {
      const now = new Set(await server.column(usersQuery));
      const users = [...made.users].filter((name) => !before.has(name) && now.has(name));
      return dropAll(server, { ...made, users });
    },
  };
}

type DatabaseObjects = Readonly<{
  databases: Iterable<string>;
  tables: Iterable<string>;
  users: Iterable<string>;
}>;

/** Drops these objects. Resolves to descriptions of those that could not be dropped. */
async function dropAll(
  server: Pick<DatabaseServer, "run">,
  { databases, tables, users }: DatabaseObjects,
): Promise<readonly string[]> {
  const left: string[] = [];
  const drop = (what: string, statements: readonly string[]) =>
    server.run(statements).catch((error: unknown) => left.push(`${what} (${(error as Error).message})`));
  // A server of the target may still have sessions in a database.
  for (const name of databases)
    await drop(`database ${name}`, [`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`]);
  for (const name of tables) await drop(`table ${name}`, [`DROP TABLE IF EXISTS ${quoted(name)} CASCADE`]);
  for (const name of users)
    await drop(`database user ${name}`, [
      `DROP OWNED BY ${quoted(name)} CASCADE`,
      `DROP ROLE IF EXISTS ${quoted(name)}`,
    ]);
  return left;
}

/** Databases, tables and users that earlier runs left on a server, and a method that drops them. */
export type DatabaseLeftovers = Readonly<{
  /** Descriptions of the objects. */
  found: readonly string[];
  /** Resolves to descriptions of objects that could not be dropped. */
  drop: () => Promise<readonly string[]>;
}>;

/** Finds the objects whose names contain the mark of a run. `run` is its prefix; undefined for all runs. */
export async function databaseLeftovers(
  server: Pick<DatabaseServer, "run" | "column">,
  run: string | undefined,
): Promise<DatabaseLeftovers> {
  const left = async (query: string) => (await server.column(query)).filter((name) => isMarkedInDatabase(name, run));
  const objects = {
    databases: await left("SELECT datname FROM pg_catalog.pg_database"),
    tables: await left("SELECT tablename FROM pg_catalog.pg_tables"),
    users: await left(usersQuery),
  };
  const found = [
    ...objects.databases.map((name) => `database ${name}`),
    ...objects.tables.map((name) => `table ${name}`),
    ...objects.users.map((name) => `database user ${name}`),
  ];
  return { found, drop: () => dropAll(server, objects) };
}

/** Returns all user names. Throws a {@link TargetTrouble} if the server is unreachable or rejects the password. */
async function users(server: DatabaseServer): Promise<readonly string[]> {
  try {
    return await server.column(usersQuery);
  } catch (cause) {
    await server[Symbol.asyncDispose]();
    throw new TargetTrouble(`${server.description} cannot be used: ${unreachableReason(cause)}`, { cause });
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
