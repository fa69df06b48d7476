import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { urlFor } from "#harness/databases/url-for.ts";
import { secretIn } from "./secret-in.ts";
import type { TargetDatabase } from "./target.ts";
import { TargetTrouble, unreachableReason } from "./target-client.ts";

const creation = /\bCREATE\s+(ROLE|USER|TABLE)\s+(?:IF\s+NOT\s+EXISTS\s+)?"((?:[^"]|"")+)"/gi;

const usersQuery = "SELECT rolname FROM pg_catalog.pg_roles";

export interface TargetDatabaseServer extends DatabaseServer {
  /** Records a user that a response of the target names as created, so that {@link clear} drops it. */
  noteUser(name: string): void;
  /**
   * Drops the recorded tables, and the recorded users that did not exist before the scenario. Resolves to descriptions
   * of objects that could not be dropped.
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
  const made = { tables: new Set<string>(), users: new Set<string>() };
  return {
    ...server,
    // Clusters connect from their own network, so they need the service address.
    urlFor: (username, password) => urlFor(service, username, password),
    async run(statements) {
      for (const [, kind = "", name = ""] of statements.flatMap((text) => [...text.matchAll(creation)]))
        (/table/i.test(kind) ? made.tables : made.users).add(name.replaceAll('""', '"'));
      await server.run(statements);
    },
    noteUser: (name) => void made.users.add(name),
    async clear() {
      const left: string[] = [];
      const drop = (what: string, statements: readonly string[]) =>
        server.run(statements).catch((error: unknown) => left.push(`${what} (${(error as Error).message})`));
      for (const name of made.tables) await drop(`table ${name}`, [`DROP TABLE IF EXISTS ${quoted(name)} CASCADE`]);
      const now = new Set(await server.column(usersQuery));
      for (const name of made.users) {
        if (before.has(name) || !now.has(name)) continue;
        await drop(`database user ${name}`, [
          `DROP OWNED BY ${quoted(name)} CASCADE`,
          `DROP ROLE IF EXISTS ${quoted(name)}`,
        ]);
      }
      return left;
    },
  };
}

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
