import type { DatabaseServer } from "./database-server.ts";

type Login = Readonly<{ username: string; password: string }>;

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
  /** The query whose column is the names of all users. */
  users: string;
}>;

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
    `CREATE ROLE "${username}" WITH LOGIN ${isManager ? "CREATEROLE " : ""}PASSWORD '${password}'`,
  ],
  users: "SELECT rolname FROM pg_catalog.pg_roles",
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
    `CREATE USER '${username}'@'%' IDENTIFIED BY '${password}'`,
    ...(isManager ? [`GRANT ALL PRIVILEGES ON *.* TO '${username}'@'%' WITH GRANT OPTION`] : []),
  ],
  users: "SELECT User FROM mysql.user",
};

const redis: DatabaseProduct = {
  plugin: "redis-database-plugin",
  connection(server, login) {
    const { hostname: host, port } = new URL(server.url);
    const tls = server.authority === undefined ? {} : { tls: true, ca_cert: server.authority };
    return { plugin_name: "redis-database-plugin", host, port: Number(port), ...tls, ...login };
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
  users: '["ACL", "USERS"]',
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
  users: '{"list": "users"}',
};

const products: Readonly<Record<DatabaseServer["kind"], DatabaseProduct>> = { postgresql, mariadb, redis, simulated };

/** How scenarios speak of a server of this kind. */
export function productOf({ kind }: Pick<DatabaseServer, "kind">): DatabaseProduct {
  return products[kind];
}

function byUrl(plugin: string): DatabaseProduct["connection"] {
  return (server, login) => ({
    plugin_name: plugin,
    connection_url: server.urlFor("{{username}}", "{{password}}"),
    ...(server.authority === undefined ? {} : { tls_ca: server.authority }),
    ...login,
  });
}
