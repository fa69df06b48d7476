import { randomBytes } from "node:crypto";
import pg from "pg";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import type { Benchmark } from "./benchmark.ts";
import { sendRequests } from "./load.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";
import { startIssuer } from "./start-children.ts";

const rounds = 7;
/** Number of rounds before the measured ones, in which V8 compiles the code that issues credentials. */
const warmUpTurns = 4;

/** Number of credentials per round. PostgreSQL can grant a table's privileges to about 450 users. */
const perRound = 300;

const atOnce = 16;

/** Number of connections to the database, for the cluster and for the compared program. */
const width = 4;

/** Matches SQLSTATEs of conflicting transactions (PostgreSQL, appendix A). XX000 is a generic internal error. */
const undone = /^(XX000|40001|40P01)$/;

const roles = {
  member: {
    what: `credentials of a role's member, ${atOnce} at once`,
    statements: [
      `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`,
      `GRANT readers TO "{{name}}"`,
    ],
  },
  granted: {
    what: `credentials with rights on a table, ${atOnce} at once`,
    statements: [
      `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO "{{name}}"`,
    ],
  },
} as const;

/**
 * Measures dynamic PostgreSQL credentials per second through the API. For comparison, a program executes the same
 * statements on the same server.
 */
export const credentials: Benchmark = {
  name: "credentials",
  async run(print) {
    await using parts = new AsyncDisposableStack();
    const server = parts.use(await embeddedPostgresql());
    await server.run(["CREATE ROLE readers", "CREATE TABLE orders (number integer)"]);
    const cluster = parts.use(
      await startIssuer({
        connection: { plugin_name: "postgresql-database-plugin", connection_url: server.url },
        roles: Object.fromEntries(Object.entries(roles).map(([role, { statements }]) => [role, statements])),
      }),
    );
    const bare = parts.use(bareProgram(server));
    const figures = [];
    for (const [role, { what, statements }] of Object.entries(roles)) {
      print(`${what}: ${rounds} turns of ${perRound} each way`);
      const contenders = [
        () =>
          sendRequests(
            { url: `${cluster.address}/v1/database/creds/${role}`, token: cluster.rootToken, connections: atOnce },
            perRound,
          ),
        () => concurrent(() => bare.make(statements)),
      ].map(
        (make) => () =>
          make()
            .then((seconds) => perRound / seconds)
            .finally(() => server.run([dropUsers])),
      );
      await inRounds(warmUpTurns, contenders);
      const [ours = [], theirs = []] = await inRounds(rounds, contenders);
      const beside = { what: "bare pg", measured: spreadOf(theirs) };
      figures.push({ what, unit: "/s", measured: spreadOf(ours), beside, goal: { minRatio: 0.8 } } as const);
    }
    return figures;
  },
};

const dropUsers = `DO $$ DECLARE user_name text; BEGIN
  FOR user_name IN SELECT usename FROM pg_user WHERE usename ~ '^[bv]-' LOOP
    EXECUTE format('DROP OWNED BY %I', user_name);
    EXECUTE format('DROP ROLE %I', user_name);
  END LOOP; END $$`;

async function concurrent(make: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  let left = perRound;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await make();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - begun) / 1000;
}

function bareProgram(server: DatabaseServer): AsyncDisposable & { make(statements: readonly string[]): Promise<void> } {
  const pool = new pg.Pool({ connectionString: server.url, max: width });
  async function transact(statements: readonly string[]): Promise<boolean> {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      for (const statement of statements) await client.query(statement);
      await client.query("COMMIT");
      return true;
    } catch (error) {
      await client.query("ROLLBACK");
      if (error instanceof pg.DatabaseError && undone.test(error.code ?? "")) return false;
      throw error;
    } finally {
      client.release();
    }
  }
  return {
    async make(statements) {
      const name = `b-${randomBytes(10).toString("hex")}`;
      const values: Readonly<Record<string, string>> = {
        name,
        password: randomBytes(15).toString("base64url"),
        expiration: "2100-01-01 00:00:00+0000",
      };
      const filled = statements.map((one) => one.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => values[word] ?? ""));
      while (!(await transact(filled)));
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };
}
