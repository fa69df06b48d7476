import { z } from "zod";
import { field } from "../../../api/field.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { certificates, poolFields } from "../../connections/session-settings.ts";
import { expirationText } from "../../sql/expiration.ts";
import { passwordOf } from "../password-of.ts";
import { defaultSymbols, type Plugin, type UsernameForm } from "../plugin.ts";
import { mysqlAddress, mysqlUser } from "./mysql-address.ts";
import { mysqlDsn } from "./mysql-dsn.ts";
import { mysqlStatements } from "./mysql-statements.ts";

const rotation = ["ALTER USER '{{name}}'@'%' IDENTIFIED BY '{{password}}'"];
const revocation = ["DROP USER IF EXISTS '{{name}}'@'%'"];

/**
 * Form of usernames on MySQL 5.7 and later; older servers permit only shorter names (reference documentation,
 * "MySQL/MariaDB database plugin HTTP API").
 */
const usernames: UsernameForm = {
  maxLength: 32,
  maxPartLength: 10,
  symbols: defaultSymbols,
  separator: "-",
  isUpperCase: false,
};
const legacyUsernames: UsernameForm = { ...usernames, maxLength: 16, maxPartLength: 4 };

const unknownUser = "42000";

/** MySQL and MariaDB. Both commit each statement about users separately. */
export const mysql: Plugin = {
  name: "mysql-database-plugin",
  usernames,
  version: serviceVersion,
  credentialTypes: ["password"],
  fields: z.object({
    connection_url: field.text.optional(),
    username: field.text.optional(),
    password: field.secret.optional(),
    disable_escaping: field.boolean.optional(),
    username_template: field.text.optional(),
    ...poolFields.shape,
    tls_ca: certificates.optional(),
    tls_skip_verify: field.boolean.optional(),
  }),
  address: (details) => ({ kind: "mysql", url: mysqlAddress(details) }),
  passwordsIn(connectionUrl) {
    const dsn = mysqlDsn(connectionUrl);
    return dsn && (dsn.password ? [dsn.password] : []);
  },
  userOf: mysqlUser,
  isSameUser: (one, other) => one === other,
  // Limit of MariaDB. MySQL has a limit of 32 and refuses longer names itself.
  maxUsernameLength: { count: 80, unit: "characters" },

  async createUser(session, { username, credential, expiresAt, creation, rollback }) {
    const values = { name: username, password: passwordOf(credential), expiration: expirationText(expiresAt) };
    const about = { subject: username };
    try {
      await session.transact(mysqlStatements(creation, values), about);
    } catch (refusal) {
      await tryRollback(session, mysqlStatements(rollback, values), about);
      throw refusal;
    }
  },

  async extendUser(session, { username, expiresAt, renewal }) {
    const values = { name: username, expiration: expirationText(expiresAt) };
    const statements = mysqlStatements(renewal, values);
    if (statements.length > 0) await session.transact(statements, { subject: username });
  },

  async changeCredential(session, { username, credential, rotation: own }) {
    if ((await exists(session, username)) === false) {
      throw new DatabaseRefusal(`Operation ALTER USER failed for '${username}'@'%'`, unknownUser);
    }
    const statements = mysqlStatements(own.length > 0 ? own : rotation, {
      name: username,
      password: passwordOf(credential),
    });
    await session.transact(statements, { subject: username });
  },

  async dropUser(session, { username, revocation: own }) {
    // A creation in progress could still add the user.
    await session.settle(username);
    const about = { subject: username };
    if (own.length === 0) return session.transact(mysqlStatements(revocation, { name: username }), about);
    try {
      await session.transact(mysqlStatements(own, { name: username }), about);
    } catch (refusal) {
      if ((await exists(session, username)) !== false) throw refusal;
    }
  },
};

/** The plugin under the reference's four names. The legacy plugin generates shorter usernames. */
export const mysqlPlugins: readonly Plugin[] = [
  mysql,
  { ...mysql, name: "mysql-aurora-database-plugin" },
  { ...mysql, name: "mysql-rds-database-plugin" },
  { ...mysql, name: "mysql-legacy-database-plugin", usernames: legacyUsernames },
];

async function tryRollback(session: DatabaseSession, statements: readonly string[], about: { subject: string }) {
  if (statements.length === 0) return;
  try {
    // There is nothing to roll back until the creation is settled.
    await session.settle(about.subject);
    await session.transact(statements, about);
  } catch (refusal) {
    // The client gets the error of the creation, which is more useful.
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
  }
}

/** Resolves to undefined if the root user may not read the list of users. */
async function exists(session: DatabaseSession, username: string): Promise<boolean | undefined> {
  try {
    return (await session.column("SELECT User FROM mysql.user WHERE User = ?", [username])).length > 0;
  } catch (refusal) {
    if (refusal instanceof DatabaseRefusal && refusal.sqlState === "42000") return undefined;
    throw refusal;
  }
}
