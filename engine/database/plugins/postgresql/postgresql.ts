import { z } from "zod";
import { field } from "../../../api/field.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { type About, DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { poolFields, tlsFields } from "../../connections/session-settings.ts";
import { expirationText } from "../../sql/expiration.ts";
import { fillStatements, type StatementValues } from "../../sql/placeholders.ts";
import { quoteIdentifier } from "../../sql/quoting.ts";
import { passwordOf } from "../password-of.ts";
import { defaultSymbols, type Plugin } from "../plugin.ts";
import { postgresqlAddress } from "./postgresql-address.ts";
import { connectionSettings } from "./postgresql-settings.ts";
import { isSamePostgresqlUser, nameBytes, postgresqlUser } from "./postgresql-user.ts";

const renewal = [`ALTER ROLE "{{name}}" VALID UNTIL '{{expiration}}'`];
const rotation = [`ALTER ROLE "{{name}}" WITH PASSWORD '{{password}}'`];
/** The objects of the removed user are assigned to the root user. */
const revocation = [
  `REASSIGN OWNED BY "{{name}}" TO CURRENT_USER`,
  `DROP OWNED BY "{{name}}"`,
  `DROP ROLE IF EXISTS "{{name}}"`,
];

const insufficientPrivilege = "42501";
const undefinedObject = "42704";

/** Source: reference documentation, "PostgreSQL database plugin HTTP API". */
export const postgresql: Plugin = {
  name: "postgresql-database-plugin",
  version: serviceVersion,
  credentialTypes: ["password", "client_certificate"],
  fields: z.object({
    connection_url: field.text.optional(),
    username: field.text.optional(),
    password: field.secret.optional(),
    disable_escaping: field.boolean.optional(),
    username_template: field.text.optional(),
    ...poolFields.shape,
    ...tlsFields.shape,
  }),
  address: postgresqlAddress,
  passwordsIn: (connectionUrl) => connectionSettings(connectionUrl)?.passwords,
  userOf: postgresqlUser,
  isSameUser: isSamePostgresqlUser,
  maxUsernameLength: { count: nameBytes, unit: "bytes" },
  usernames: { maxLength: 63, maxPartLength: 8, symbols: defaultSymbols, separator: "-", isUpperCase: false },

  async createUser(session, { username, credential, expiresAt, creation, rollback }) {
    const values = {
      name: username,
      ...(credential.type === "password" ? { password: credential.password } : {}),
      expiration: expirationText(expiresAt),
    };
    try {
      await session.transact(fillStatements(creation, values), { subject: username });
    } catch (refusal) {
      await tryRollback(session, rollback, values);
      throw refusal;
    }
  },

  async extendUser(session, { username, expiresAt, renewal: own }) {
    const values = { name: username, expiration: expirationText(expiresAt) };
    await session.transact(fillStatements(own.length > 0 ? own : renewal, values), { subject: username });
  },

  async changeCredential(session, { username, credential, rotation: own }) {
    if (!(await exists(session, username))) {
      throw new DatabaseRefusal(`role ${quoteIdentifier(username)} does not exist`, undefinedObject);
    }
    const statements = fillStatements(own.length > 0 ? own : rotation, {
      name: username,
      password: passwordOf(credential),
    });
    await session.transact(statements, { subject: username });
  },

  async dropUser(session, { username, revocation: own }) {
    if (own.length === 0) return drop(session, username);
    try {
      await session.transact(fillStatements(own, { name: username }), removal(username));
    } catch (refusal) {
      if (!(await isGone(session, username))) throw refusal;
    }
  },
};

async function tryRollback(session: DatabaseSession, statements: readonly string[], values: StatementValues) {
  if (statements.length === 0) return;
  try {
    // There is nothing to roll back until the creation is settled.
    await session.settle(values.name);
    await session.transact(fillStatements(statements, values), { subject: values.name });
  } catch (refusal) {
    // The client gets the error of the creation, which is more useful.
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
  }
}

async function drop(session: DatabaseSession, username: string): Promise<void> {
  const statements = fillStatements(revocation, { name: username });
  try {
    await session.transact(statements, removal(username));
  } catch (refusal) {
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
    if (refusal.sqlState === undefinedObject && (await isGone(session, username))) return;
    if (refusal.sqlState !== insufficientPrivilege) throw refusal;
    // A root user with CREATEROLE only can reassign the objects of a role only as its member.
    await session.transact([`GRANT ${quoteIdentifier(username)} TO CURRENT_USER`, ...statements], removal(username));
  }
}

function removal(username: string): About {
  return { subject: username, isRepeatable: true };
}

/** Returns true if the user does not exist. First ends transactions in progress, which could still create it. */
async function isGone(session: DatabaseSession, username: string): Promise<boolean> {
  await session.settle(username);
  return !(await exists(session, username));
}

async function exists(session: DatabaseSession, username: string): Promise<boolean> {
  const found = await session.column("SELECT rolname FROM pg_catalog.pg_roles WHERE rolname = $1", [username]);
  return found.length > 0;
}
