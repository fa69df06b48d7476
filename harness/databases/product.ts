import type { Capability } from "#harness/capabilities/capability.ts";
import type { DatabaseServer } from "./database-server.ts";

/** Reason why a server itself refuses requests: it is read-only, or out of connections. */
export type ServerTrouble = "read-only" | "full";

type Login = Readonly<{ username: string; password: string }>;

/**
 * Returns statements that begin and end a restriction of a user. `isServerWide` is true if the statements also affect
 * other users of the server.
 */
type Trouble = (
  username: string,
) => Readonly<{ begin: readonly string[]; end: readonly string[]; isServerWide?: boolean }>;

/** Statements and settings for one database product. */
export type DatabaseProduct = Readonly<{
  plugin: string;
  /** Returns the fields of a connection to `server` with this login, including the CA of the server's certificate. */
  connection(server: DatabaseServer, login: Login): Readonly<Record<string, unknown>>;
  /** Creation statements of a role. The created user can log in. */
  creation: readonly string[];
  /** Rotation statement that the server refuses. It may contain the templates `{{name}}` and `{{password}}`. */
  refusedRotation: string;
  /** Returns statements that create a user that no role manages. A manager may create and change other users. */
  makeUser(login: Login, who?: Readonly<{ isManager?: boolean }>): readonly string[];
  /** Ending for user names, with special characters that the product permits. */
  userEnding: string;
  /**
   * Returns statements that allow the user `who` to change the user `other`. Empty if a manager needs no permission.
   */
  letChange(who: string, other: string): readonly string[];
  /** Query whose first column contains the names of all database users. */
  users: string;
  /**
   * Text in the last message to the server when a client changes a user. Without this message, the
   * change has no effect.
   */
  changesUser: string;
  /** Statements that cause and end a server's trouble for a user who is not its administrator. */
  troubles: Readonly<Record<ServerTrouble, Trouble>>;
  /** Capabilities of a stage that this product does not have. */
  lacks: readonly Capability[];
  /** Statements of a role. They may contain the templates `{{name}}` and `{{password}}`. The server refuses `fails`. */
  statements: Readonly<{ setPassword: string; dropUser: string; fails: string }>;
  /** Statements about tables with one column of texts, or about the product's equivalent. */
  tables: Readonly<{
    make(table: string): readonly string[];
    /** Returns statements that allow a user that no role manages, and users that it creates, to write to the table. */
    letWrite(username: string, table: string): readonly string[];
    /** Returns a role's statement that writes a text to the table. The text may contain the template `{{name}}`. */
    write(text: string, table: string): string;
    /** Returns a word of the statement of `write`. If the word is changed, the server refuses the statement. */
    word(table: string): string;
    /** Returns a query whose first column contains the texts of the table. */
    entries(table: string): string;
  }>;
  /**
   * Omitted if the product does not use SQL. `writeCurrentUser` and `letRead` are statements of a role, `privileges` is
   * a query for a user's privileges on a table.
   */
  sql?: Readonly<{
    writeCurrentUser(table: string): string;
    letRead(table: string): string;
    privileges(username: string, table: string): string;
  }>;
  /**
   * Returns the ids of the open sessions of a user, or of all users if `username` is omitted. The simulated database
   * returns none.
   */
  sessions(server: Pick<DatabaseServer, "column">, username?: string): Promise<readonly string[]>;
}>;

const specialEnding = ` "O'Hara" 7%41`;

const onlyPostgresql = ["user-expiry", "client-certificates", "url-escapes", "session-counts"] as const;

const postgresql: DatabaseProduct = {
  plugin: "postgresql-database-plugin",
  connection: byUrl("postgresql-database-plugin"),
  creation: [`CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`],
  refusedRotation: "ALTER ROLE no_such_role WITH PASSWORD '{{password}}'",
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    `CREATE ROLE ${identifier(username)} WITH LOGIN ${isManager ? "CREATEROLE " : ""}PASSWORD '${quoted(password)}'`,
  ],
  userEnding: specialEnding,
  letChange: (who, other) => [`GRANT ${identifier(other)} TO ${identifier(who)} WITH ADMIN OPTION`],
  users: "SELECT rolname FROM pg_catalog.pg_roles",
  changesUser: "COMMIT",
  troubles: {
    "read-only": (username) => ({
      begin: [`ALTER ROLE ${identifier(username)} SET default_transaction_read_only = on`],
      end: [`ALTER ROLE ${identifier(username)} RESET default_transaction_read_only`],
    }),
    full: (username) => ({
      begin: [`ALTER ROLE ${identifier(username)} CONNECTION LIMIT 0`],
      end: [`ALTER ROLE ${identifier(username)} CONNECTION LIMIT -1`],
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
    letWrite: (username, table) => [`GRANT INSERT ON "${table}" TO ${identifier(username)} WITH GRANT OPTION`],
    write: (text, table) => `INSERT INTO "${table}" VALUES ('${text}')`,
    word: (table) => table,
    entries: (table) => `SELECT entry FROM "${table}"`,
  },
  sql: {
    writeCurrentUser: (table) => `INSERT INTO "${table}" VALUES (CURRENT_USER)`,
    letRead: (table) => `GRANT SELECT ON "${table}" TO "{{name}}"`,
    privileges: (username, table) =>
      `SELECT privilege_type FROM information_schema.role_table_grants WHERE grantee = '${quoted(username)}' AND table_name = '${table}'`,
  },
  sessions: (server, username) =>
    server.column(
      `SELECT pid FROM pg_catalog.pg_stat_activity${username === undefined ? "" : ` WHERE usename = '${quoted(username)}'`}`,
    ),
};

const mariadb: DatabaseProduct = {
  plugin: "mysql-database-plugin",
  connection: byUrl("mysql-database-plugin"),
  creation: ["CREATE USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'"],
  refusedRotation: "ALTER USER 'no_such_user'@'%' IDENTIFIED BY '{{password}}'",
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    `CREATE USER '${quoted(username)}'@'%' IDENTIFIED BY '${quoted(password)}'`,
    ...(isManager ? [`GRANT ALL PRIVILEGES ON *.* TO '${quoted(username)}'@'%' WITH GRANT OPTION`] : []),
  ],
  userEnding: specialEnding,
  letChange: () => [],
  users: "SELECT User FROM mysql.user",
  changesUser: "IDENTIFIED BY",
  troubles: {
    // A user with all privileges could write to a read-only server.
    "read-only": (username) => ({
      begin: [`REVOKE READ ONLY ADMIN, SUPER ON *.* FROM '${quoted(username)}'@'%'`, "SET GLOBAL read_only = ON"],
      end: ["SET GLOBAL read_only = OFF", `GRANT READ ONLY ADMIN, SUPER ON *.* TO '${quoted(username)}'@'%'`],
      isServerWide: true,
    }),
    // One connection stays open meanwhile.
    full: (username) => ({
      begin: [`ALTER USER '${quoted(username)}'@'%' WITH MAX_USER_CONNECTIONS 1`],
      end: [`ALTER USER '${quoted(username)}'@'%' WITH MAX_USER_CONNECTIONS 0`],
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
    // A manager already has all privileges.
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
      `SELECT privilege_type FROM information_schema.table_privileges WHERE grantee = '''${quoted(quoted(username))}''@''%''' AND table_name = '${table}'`,
  },
  sessions: (server, username) =>
    server.column(
      `SELECT id FROM information_schema.processlist${username === undefined ? "" : ` WHERE user = '${quoted(username)}'`}`,
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
  // Redis allows no spaces in names of users, and has no quoting for names in its configuration file.
  userEnding: ":7%41",
  letChange: () => [],
  users: '["ACL", "USERS"]',
  changesUser: "SETUSER",
  troubles: {
    // A replica without its primary refuses writes, but not changes of users, which are not data.
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
  refusedRotation: '{"alter": "no such user", "password": "{{password}}"}',
  makeUser: ({ username, password }, { isManager = false } = {}) => [
    JSON.stringify({ create: username, password, is_manager: isManager }),
  ],
  // Statements are JSON with the name between double quotes.
  userEnding: " O'Hara 7%41",
  letChange: () => [],
  users: '{"list": "users"}',
  // No network separates it from its clients.
  changesUser: "",
  troubles: { "read-only": () => ({ begin: [], end: [] }), full: () => ({ begin: [], end: [] }) },
  lacks: [...onlyPostgresql, "sql"],
  statements: {
    setPassword: '{"alter": "{{name}}", "password": "{{password}}"}',
    dropUser: '{"drop": "{{name}}"}',
    fails: '{"alter": "{{name}}", "roles": ["no such role"]}',
  },
  // It has one list of texts for all tables.
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

export function productOf({ kind }: Pick<DatabaseServer, "kind">): DatabaseProduct {
  return products[kind];
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

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
