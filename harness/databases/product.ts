import type { ServerTrouble } from "#harness/faults/faulty-database.ts";
import type { Capability } from "#harness/stages/stage.ts";
import type { DatabaseServer } from "./database-server.ts";

type Login = Readonly<{ username: string; password: string }>;

/**
 * Statements that begin and end what a server does to a user from its next connection on. `isServerWide`: they do it to all others who use the
 * server as well.
 */
type Trouble = (
  username: string,
) => Readonly<{ begin: readonly string[]; end: readonly string[]; isServerWide?: boolean }>;

/** How scenarios speak of one database product: all that is in its own language. */
export type DatabaseProduct = Readonly<{
  plugin: string;
  /** The fields of a connection to `server` that logs in so, and trusts the authority that its certificate is from. */
  connection(server: DatabaseServer, login: Login): Readonly<Record<string, unknown>>;
  /** Statements of a role that make a user who may log in. */
  creation: readonly string[];
  /** `creation`, and then a statement that the server refuses. */
  failingCreation: readonly string[];
  /** A statement that sets a password that no user has: `{{name}}` and `{{password}}` stand for others. */
  refusedRotation: string;
  /** Makes a user whom no role manages; it may make and change others if it is a manager. */
  makeUser(login: Login, who?: Readonly<{ isManager?: boolean }>): readonly string[];
  /** Lets a user who may make others change this one, too. */
  letChange(who: string, other: string): readonly string[];
  /** The query whose column is the names of all users. */
  users: string;
  /** Text in what is sent to make or change a user's password, behind which nothing is sent without which it would not hold. */
  changesUser: string;
  /** How the server itself is brought to refuse what a user asks who is not its administrator. */
  troubles: Readonly<Record<ServerTrouble, Trouble>>;
  /** What scenarios may need that the product has not. */
  lacks: readonly Capability[];
  /** A role's statements, in which `{{name}}`, `{{password}}` and `{{expiration}}` stand for others. */
  statements: Readonly<{ setPassword: string; dropUser: string; fails: string }>;
  /** Tables of texts, or what the product has in their place. */
  tables: Readonly<{
    make(table: string): readonly string[];
    /** Lets a user whom no role manages write to it, and users that it makes. */
    letWrite(username: string, table: string): readonly string[];
    /** A role's statement that writes a text, in which `{{name}}` stands for another. */
    write(text: string, table: string): string;
    /** A word of that statement, with other letters in which the server refuses it. */
    word(table: string): string;
    /** The query whose column is its texts. */
    entries(table: string): string;
  }>;
  /** What only SQL has: a role's statements about a table, and the query whose column is the privileges of a user on it. */
  sql?: Readonly<{
    writeCurrentUser(table: string): string;
    letRead(table: string): string;
    privileges(username: string, table: string): string;
  }>;
  /** What the server calls the open sessions of a user, or of all. */
  sessions(server: Pick<DatabaseServer, "column">, username?: string): Promise<readonly string[]>;
}>;

/** Redis has none of what the tables of SQL servers are about. */
const onlyPostgresql = ["user-expiry", "client-certificates", "url-escapes", "session-counts"] as const;

const postgresql: DatabaseProduct = {
  plugin: "postgresql-database-plugin",
  connection: byUrl("postgresql-database-plugin"),
  creation: [`CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`],
  failingCreation: [
    `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}'`,
    `GRANT SELECT ON no_such_table TO "{{name}}"`,
  ],
  refusedRotation: "ALTER ROLE no_such_role WITH PASSWORD '{{password}}'",
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    `CREATE ROLE "${username}" WITH LOGIN ${isManager ? "CREATEROLE " : ""}PASSWORD '${quoted(password)}'`,
  ],
  letChange: (who, other) => [`GRANT "${other}" TO "${who}" WITH ADMIN OPTION`],
  users: "SELECT rolname FROM pg_catalog.pg_roles",
  changesUser: "COMMIT",
  troubles: {
    "read-only": (username) => ({
      begin: [`ALTER ROLE "${username}" SET default_transaction_read_only = on`],
      end: [`ALTER ROLE "${username}" RESET default_transaction_read_only`],
    }),
    full: (username) => ({
      begin: [`ALTER ROLE "${username}" CONNECTION LIMIT 0`],
      end: [`ALTER ROLE "${username}" CONNECTION LIMIT -1`],
    }),
  },
  lacks: [],
  statements: {
    setPassword: `ALTER ROLE "{{name}}" WITH PASSWORD '{{password}}'`,
    dropUser: `DROP ROLE IF EXISTS "{{name}}"`,
    fails: `GRANT SELECT ON no_such_table TO "{{name}}"`,
  },
  tables: {
    make: (table) => [`CREATE TABLE "${table}" (entry text)`],
    letWrite: (username, table) => [`GRANT INSERT ON "${table}" TO "${username}" WITH GRANT OPTION`],
    write: (text, table) => `INSERT INTO "${table}" VALUES ('${text}')`,
    word: (table) => table,
    entries: (table) => `SELECT entry FROM "${table}"`,
  },
  sql: {
    writeCurrentUser: (table) => `INSERT INTO "${table}" VALUES (CURRENT_USER)`,
    letRead: (table) => `GRANT SELECT ON "${table}" TO "{{name}}"`,
    privileges: (username, table) =>
      `SELECT privilege_type FROM information_schema.role_table_grants WHERE grantee = '${username}' AND table_name = '${table}'`,
  },
  sessions: (server, username) =>
    server.column(
      `SELECT pid FROM pg_catalog.pg_stat_activity${username === undefined ? "" : ` WHERE usename = '${username}'`}`,
    ),
};

const mariadb: DatabaseProduct = {
  plugin: "mysql-database-plugin",
  connection: byUrl("mysql-database-plugin"),
  creation: ["CREATE USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'"],
  failingCreation: [
    "CREATE USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'",
    "GRANT SELECT ON no_such_database.no_such_table TO '{{name}}'@'%'",
  ],
  refusedRotation: "ALTER USER 'no_such_user'@'%' IDENTIFIED BY '{{password}}'",
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    `CREATE USER '${username}'@'%' IDENTIFIED BY '${quoted(password)}'`,
    ...(isManager ? [`GRANT ALL PRIVILEGES ON *.* TO '${username}'@'%' WITH GRANT OPTION`] : []),
  ],
  letChange: () => [],
  users: "SELECT User FROM mysql.user",
  changesUser: "IDENTIFIED BY",
  troubles: {
    // Who may do everything may write to a server that is read-only.
    "read-only": (username) => ({
      begin: [`REVOKE READ ONLY ADMIN, SUPER ON *.* FROM '${username}'@'%'`, "SET GLOBAL read_only = ON"],
      end: ["SET GLOBAL read_only = OFF", `GRANT READ ONLY ADMIN, SUPER ON *.* TO '${username}'@'%'`],
      isServerWide: true,
    }),
    // Beside the one that is held.
    full: (username) => ({
      begin: [`ALTER USER '${username}'@'%' WITH MAX_USER_CONNECTIONS 1`],
      end: [`ALTER USER '${username}'@'%' WITH MAX_USER_CONNECTIONS 0`],
    }),
  },
  lacks: onlyPostgresql,
  statements: {
    setPassword: "ALTER USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'",
    dropUser: "DROP USER IF EXISTS '{{name}}'@'%'",
    fails: "GRANT SELECT ON no_such_database.no_such_table TO '{{name}}'@'%'",
  },
  tables: {
    make: (table) => [
      "CREATE DATABASE IF NOT EXISTS scenarios",
      `CREATE TABLE scenarios.\`${table}\` (number integer AUTO_INCREMENT PRIMARY KEY, entry text)`,
    ],
    // Who may make users may do everything.
    letWrite: () => [],
    write: (text, table) => `INSERT INTO scenarios.\`${table}\` (entry) VALUES ('${text}')`,
    word: (table) => table,
    entries: (table) => `SELECT entry FROM scenarios.\`${table}\` ORDER BY number`,
  },
  sql: {
    writeCurrentUser: (table) =>
      `INSERT INTO scenarios.\`${table}\` (entry) VALUES (SUBSTRING_INDEX(CURRENT_USER(), '@', 1))`,
    letRead: (table) => `GRANT SELECT ON scenarios.\`${table}\` TO '{{name}}'@'%'`,
    privileges: (username, table) =>
      `SELECT privilege_type FROM information_schema.table_privileges WHERE grantee = '''${username}''@''%''' AND table_name = '${table}'`,
  },
  sessions: (server, username) =>
    server.column(
      `SELECT id FROM information_schema.processlist${username === undefined ? "" : ` WHERE user = '${username}'`}`,
    ),
};

const redis: DatabaseProduct = {
  plugin: "redis-database-plugin",
  connection(server, login) {
    const { hostname: host, port } = new URL(server.url);
    const tls = server.authority === undefined ? {} : { tls: true, ca_cert: server.authority };
    const persistence = server.persistenceMode === undefined ? {} : { persistence_mode: server.persistenceMode };
    return { plugin_name: "redis-database-plugin", host, port: Number(port), ...tls, ...persistence, ...login };
  },
  creation: ['["~*", "+@read", "+ping"]'],
  failingCreation: ['["~*", "+@read"]', '["NO_SUCH_COMMAND"]'],
  refusedRotation: '["ACL", "SETUSER", "{{name}}", "+no_such_command"]',
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    JSON.stringify([
      "ACL",
      "SETUSER",
      username,
      "on",
      `>${password}`,
      ...(isManager ? ["~*", "&*", "+@all"] : ["+ping"]),
    ]),
  ],
  letChange: () => [],
  users: '["ACL", "USERS"]',
  changesUser: "SETUSER",
  troubles: {
    // A replica whose primary is away. Users are no data: it takes them all the same.
    "read-only": () => ({
      begin: ['["REPLICAOF", "127.0.0.1", "1"]'],
      end: ['["REPLICAOF", "NO", "ONE"]'],
      isServerWide: true,
    }),
    full: () => ({
      begin: ['["CONFIG", "SET", "maxclients", "1"]'],
      end: ['["CONFIG", "SET", "maxclients", "10000"]'],
      isServerWide: true,
    }),
  },
  lacks: [...onlyPostgresql, "sql"],
  statements: {
    setPassword: '["ACL", "SETUSER", "{{name}}", "resetpass", ">{{password}}"]',
    dropUser: '["ACL", "DELUSER", "{{name}}"]',
    fails: '["NO_SUCH_COMMAND"]',
  },
  tables: {
    make: () => [],
    letWrite: () => [],
    write: (text, table) => JSON.stringify(["RPUSH", table, text]),
    word: () => "RPUSH",
    entries: (table) => JSON.stringify(["LRANGE", table, "0", "-1"]),
  },
  async sessions(server, username) {
    const [list = ""] = await server.column('["CLIENT", "LIST"]');
    const clients = list.split("\n").filter((line) => username === undefined || line.includes(` user=${username} `));
    return clients.flatMap((line) => /^id=(\d+) /.exec(line)?.[1] ?? []);
  },
};

const simulated: DatabaseProduct = {
  plugin: "simulated-database-plugin",
  connection: byUrl("simulated-database-plugin"),
  creation: ['{"create": "{{name}}", "password": "{{password}}", "until": "{{expiration}}"}'],
  failingCreation: [
    '{"create": "{{name}}", "password": "{{password}}"}',
    '{"alter": "{{name}}", "roles": ["no such role"]}',
  ],
  refusedRotation: '{"alter": "no such user", "password": "{{password}}"}',
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    JSON.stringify({ create: username, password, is_manager: isManager }),
  ],
  letChange: () => [],
  users: '{"list": "users"}',
  // Nothing stands between it and who asks.
  changesUser: "",
  troubles: { "read-only": () => ({ begin: [], end: [] }), full: () => ({ begin: [], end: [] }) },
  lacks: [...onlyPostgresql, "sql"],
  statements: {
    setPassword: '{"alter": "{{name}}", "password": "{{password}}"}',
    dropUser: '{"drop": "{{name}}"}',
    fails: '{"alter": "{{name}}", "roles": ["no such role"]}',
  },
  // It keeps one list of texts for all.
  tables: {
    make: () => [],
    letWrite: () => [],
    write: (text) => JSON.stringify({ mark: text }),
    word: () => "mark",
    entries: () => '{"list": "marks"}',
  },
  sessions: async () => [],
};

const products: Readonly<Record<DatabaseServer["kind"], DatabaseProduct>> = { postgresql, mariadb, redis, simulated };

/** How scenarios speak of a server of this kind. */
export function productOf({ kind }: Pick<DatabaseServer, "kind">): DatabaseProduct {
  return products[kind];
}

/** `text` as it stands between two quotes of SQL. */
function quoted(text: string): string {
  return text.replaceAll("'", "''");
}

function byUrl(plugin: string): DatabaseProduct["connection"] {
  return (server, login) => ({
    plugin_name: plugin,
    connection_url: server.urlFor("{{username}}", "{{password}}"),
    ...(server.authority === undefined ? {} : { tls_ca: server.authority }),
    ...login,
  });
}
