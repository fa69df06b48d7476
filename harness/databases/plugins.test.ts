import { realDatabases } from "#cluster/databases/real-databases.ts";
import { mysql } from "#engine/database/plugins/mysql/mysql.ts";
import { pluginSuite, type ServedPlugin } from "#engine/database/plugins/plugin.suite.ts";
import type { Plugin } from "#engine/database/plugins/plugin.ts";
import { postgresql } from "#engine/database/plugins/postgresql/postgresql.ts";
import { redis } from "#engine/database/plugins/redis/redis.ts";
import { simulated } from "#engine/database/plugins/simulated/simulated.ts";
import { tcpRelay } from "#harness/faults/tcp-relay.ts";
import type { DatabaseServer } from "./database-server.ts";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import { programOnPath } from "./program-on-path.ts";
import { programServer } from "./program-server.ts";
import { inProcessDatabases } from "./simulated/in-process-databases.ts";
import { SimulatedDatabase } from "./simulated/simulated-database.ts";
import { simulatedServer } from "./simulated/simulated-server.ts";

const hastyMilliseconds = 2_500;

async function missingCapability(program: string): Promise<string | false> {
  if (process.env.CI === "true" || (await programOnPath([program]))) return false;
  return `there is no ${program} on the PATH`;
}
const [noMariadb, noRedis] = await Promise.all([missingCapability("mariadbd"), missingCapability("redis-server")]);

type Product = Pick<ServedPlugin, "details" | "nowhere" | "statements" | "marks" | "makeUser" | "users">;

async function serve(
  plugin: Plugin,
  server: DatabaseServer,
  product: (port: number) => Promise<Product>,
): Promise<ServedPlugin> {
  await using begun = new AsyncDisposableStack();
  begun.use(server);
  const { port, username, password } = new URL(server.url);
  const relay = begun.use(await tcpRelay({ port: Number(port) }));
  const databases = begun.use(realDatabases());
  const impatientDatabases = begun.use(realDatabases({ statementMilliseconds: hastyMilliseconds }));
  const parts = await product(relay.port);
  const kept = begun.move();
  return {
    plugin,
    databases,
    impatientDatabases,
    root: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    ...parts,
    accepts: (user, secret) => server.accepts(user, secret),
    network: {
      hold: (text) => relay.trip({ way: "to server", text, effect: "hold" }),
      release: () => relay.heal(),
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

pluginSuite("PostgreSQL", async () => {
  const server = await embeddedPostgresql();
  const create = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
  const mark = "INSERT INTO marks VALUES ('{{name}}')";
  return serve(postgresql, server, async (port) => {
    await server.run(["CREATE TABLE marks (who text)"]);
    return {
      details: (login) => ({
        connection_url: `postgresql://{{username}}:{{password}}@127.0.0.1:${port}/postgres`,
        ...login,
      }),
      nowhere: { connection_url: "postgresql://ada:secret@127.0.0.1:1/postgres" },
      statements: {
        creation: [create],
        failing: [create, `GRANT no_such_role TO "{{name}}"`],
        rotation: [`ALTER ROLE "{{name}}" PASSWORD '{{password}}'`, mark],
        revocation: [`DROP ROLE IF EXISTS "{{name}}"; ${mark}`],
        mark,
      },
      marks: () => server.column("SELECT who FROM marks"),
      makeUser: ({ username, password }) => server.run([`CREATE ROLE "${username}" LOGIN PASSWORD '${password}'`]),
      users: () => server.column("SELECT rolname FROM pg_roles"),
    };
  });
});

pluginSuite(
  "MariaDB",
  async () => {
    const server = await programServer("mariadb");
    const create = "CREATE USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'";
    const mark = "INSERT INTO shop.marks VALUES ('{{name}}')";
    return serve(mysql, server, async (port) => {
      await server.run(["CREATE DATABASE shop", "CREATE TABLE shop.marks (who text)"]);
      return {
        details: (login) => ({ connection_url: `{{username}}:{{password}}@tcp(127.0.0.1:${port})/`, ...login }),
        nowhere: { connection_url: "ada:secret@tcp(127.0.0.1:1)/" },
        statements: {
          creation: [`${create}; GRANT SELECT ON shop.* TO '{{name}}'@'%'`],
          failing: [create, "GRANT SELECT ON shop.no_such_table TO '{{name}}'@'%'"],
          rotation: [`ALTER USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'; ${mark}`],
          revocation: ["DROP USER IF EXISTS '{{name}}'@'%'", mark],
          mark,
        },
        marks: () => server.column("SELECT who FROM shop.marks"),
        makeUser: ({ username, password }) => server.run([`CREATE USER '${username}'@'%' IDENTIFIED BY '${password}'`]),
        users: () => server.column("SELECT User FROM mysql.user"),
      };
    });
  },
  noMariadb,
);

pluginSuite(
  "Redis",
  async () => {
    const server = await programServer("redis");
    const mark = '["SADD","marks","{{name}}"]';
    const rules = '["~*","+@read","+ping"]';
    return serve(redis, server, async (port) => ({
      details: (login) => ({ host: "127.0.0.1", port, ...login }),
      nowhere: { host: "127.0.0.1", port: 1, username: "ada", password: "secret" },
      statements: {
        creation: [rules],
        failing: [rules, '["NO_SUCH_COMMAND"]'],
        rotation: ['["ACL","SETUSER","{{name}}","resetpass",">{{password}}"]', mark],
        revocation: ['["ACL","DELUSER","{{name}}"]', mark],
        mark,
      },
      marks: () => server.column('["SMEMBERS","marks"]'),
      makeUser: ({ username, password }) =>
        server.run([JSON.stringify(["ACL", "SETUSER", username, "on", `>${password}`, "+ping"])]),
      users: () => server.column('["ACL","USERS"]'),
    }));
  },
  noRedis,
);

pluginSuite("the simulated database", async () => {
  const root = { username: "administrator", password: "Root-password-1" };
  const database = new SimulatedDatabase({ administrator: root, now: Date.now });
  const server = simulatedServer(database, { name: "own", administrator: root });
  const inProcess = inProcessDatabases(new Map([["own", database]]));
  const databases = realDatabases({ inProcess });
  const create = '{"create": "{{name}}", "password": "{{password}}"}';
  const mark = '{"mark": "{{name}}"}';
  return {
    plugin: simulated,
    databases,
    impatientDatabases: databases,
    root,
    details: (login) => ({ connection_url: "simulated://{{username}}:{{password}}@own", ...login }),
    nowhere: { connection_url: "simulated://ada:secret@elsewhere" },
    statements: {
      creation: [create],
      failing: [create, '{"alter": "{{name}}", "roles": ["no such role"]}'],
      rotation: ['{"alter": "{{name}}", "password": "{{password}}"}', mark],
      revocation: ['{"drop": "{{name}}"}', mark],
      mark,
    },
    marks: () => server.column('{"list": "marks"}'),
    makeUser: ({ username, password }) => server.run([JSON.stringify({ create: username, password })]),
    users: () => server.column('{"list": "users"}'),
    accepts: (username, password) => server.accepts(username, password),
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  };
});
