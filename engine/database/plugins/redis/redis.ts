import { z } from "zod";
import { field } from "../../../api/field.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { certificates } from "../../connections/session-settings.ts";
import { expirationText } from "../../sql/expiration.ts";
import { passwordOf } from "../password-of.ts";
import { type Details, defaultSymbols, type Plugin } from "../plugin.ts";
import { creationCommands, persistenceOf, redisCommand, redisCommands } from "./redis-commands.ts";

const notPersisted =
  "persistence_mode is NONE: a restart of Redis undoes every change of a user by this connection. After rotate-root and a restart the root user has its former password, and this connection can no longer log in. Set persistence_mode to ACLFILE where Redis has an ACL file, to REWRITE where it has users in its configuration file.";

const notRewritten =
  "persistence_mode is REWRITE, and Redis has an ACL file: CONFIG REWRITE stores no users then. A restart of Redis undoes every change of a user by this connection. After rotate-root and a restart the root user has its former password, and this connection can no longer log in. Set persistence_mode to ACLFILE.";

const undefinedObject = "42704";
const maxPort = 65_535;

/**
 * Redis 6 and later. A user consists of rules in the access control list (reference documentation, "Redis database
 * plugin HTTP API").
 */
export const redis: Plugin = {
  name: "redis-database-plugin",
  version: serviceVersion,
  credentialTypes: ["password"],
  fields: z.object({
    host: field.text.optional(),
    port: field.integer.optional(),
    username: field.text.optional(),
    password: field.secret.optional(),
    tls: field.boolean.optional(),
    insecure_tls: field.boolean.optional(),
    username_template: field.text.optional(),
    ca_cert: certificates.optional(),
    persistence_mode: field.text.optional(),
  }),
  address: (details) => ({ kind: "redis", url: redisAddress(details) }),
  // Redis has no connection_url that could contain a password.
  passwordsIn: () => [],
  userOf: ({ username = "" }) => username,
  isSameUser: (one, other) => one === other,
  usernames: { maxLength: 100, maxPartLength: 15, symbols: defaultSymbols, separator: "_", isUpperCase: true },

  persistence({ persistence_mode: mode = "" }) {
    const statements = persistenceOf(String(mode));
    if (!statements)
      throw new Problem(
        "refused",
        `persistence_mode can only be 'REWRITE', 'ACLFILE' or 'NONE', not ${quoted(String(mode))}`,
      );
    if (statements.length === 0) return { statements, warning: notPersisted };
    return String(mode).toUpperCase() === "REWRITE" ? { statements, warningOf: warningOfAclFile } : { statements };
  },

  async createUser(session, { username, credential, expiresAt, creation, rollback }) {
    const values = { name: username, password: passwordOf(credential), expiration: expirationText(expiresAt) };
    const about = { subject: username };
    try {
      await session.transact(creationCommands(creation, values), about);
    } catch (refusal) {
      await tryRollback(session, rollback, username);
      throw refusal;
    }
  },

  async extendUser(session, { username, expiresAt, renewal }) {
    if (renewal.length === 0) return;
    const values = { name: username, expiration: expirationText(expiresAt) };
    await session.transact(redisCommands(renewal, values), { subject: username });
  },

  async changeCredential(session, { username, credential, rotation }) {
    // The command that changes a user creates a missing one.
    if (!(await exists(session, username)))
      throw new DatabaseRefusal(`user ${username} does not exist`, undefinedObject);
    const password = passwordOf(credential);
    const defaultCommand = redisCommand("ACL", "SETUSER", username, "resetpass", `>${password}`);
    const commands = rotation.length === 0 ? [defaultCommand] : redisCommands(rotation, { name: username, password });
    await session.transact(commands, { subject: username });
  },

  async dropUser(session, { username, revocation }) {
    // A creation in progress could still add the user.
    await session.settle(username);
    const about = { subject: username };
    if (revocation.length === 0) return session.transact([redisCommand("ACL", "DELUSER", username)], about);
    try {
      await session.transact(redisCommands(revocation, { name: username }), about);
    } catch (refusal) {
      if (await exists(session, username)) throw refusal;
      // The user is removed from memory, but this may not be stored because of the failure.
      await session.transact([redisCommand("ACL", "DELUSER", username)], about);
    }
  },
};

/** Returns a warning if Redis uses an ACL file: `CONFIG REWRITE` then succeeds without storing users. */
async function warningOfAclFile(session: DatabaseSession): Promise<string | undefined> {
  const [, file = ""] = await session.column(redisCommand("CONFIG", "GET", "aclfile"), []);
  return file === "" ? undefined : notRewritten;
}

function redisAddress({
  host,
  port,
  username = "",
  password = "",
  tls,
  insecure_tls: insecure,
  ca_cert: ca,
}: Details): string {
  if (typeof host !== "string" || host === "") throw new Problem("refused", "host cannot be empty");
  if (typeof port !== "number" || port === 0) throw new Problem("refused", "port cannot be empty");
  if (port < 0 || port > maxPort) throw new Problem("refused", `port must be from 1 to ${maxPort}`);
  if (username === "") throw new Problem("refused", "username cannot be empty");
  if (password === "") throw new Problem("refused", "password cannot be empty");
  if (tls === true && insecure !== true && !ca) throw new Problem("refused", "ca_cert cannot be empty if tls is true");
  const encryption = tls === true ? (insecure === true ? "any" : "verified") : "off";
  const settings = [`encryption=${encryption}`, ...(typeof ca === "string" && ca !== "" ? [`ca=${encoded(ca)}`] : [])];
  const where = `${host.includes(":") ? `[${host}]` : encoded(host)}:${port}`;
  return `redis://${encoded(username)}:${encoded(password)}@${where}?${settings.join("&")}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

async function tryRollback(session: DatabaseSession, statements: readonly string[], username: string): Promise<void> {
  if (statements.length === 0) return;
  try {
    // There is nothing to roll back until the creation is settled.
    await session.settle(username);
    await session.transact(redisCommands(statements, { name: username }), { subject: username });
  } catch (refusal) {
    // The client gets the error of the creation, which is more useful.
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
  }
}

async function exists(session: DatabaseSession, username: string): Promise<boolean> {
  return (await session.column(redisCommand("ACL", "GETUSER", username), [])).length > 0;
}
