import { z } from "zod";
import { field } from "../../../api/field.ts";
import { Problem, quoted } from "../../../api/problem.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { certificates } from "../../session-settings.ts";
import { expirationText } from "../../sql/expiration.ts";
import { passwordOf } from "../password-of.ts";
import { type Details, type Plugin, usualSigns } from "../plugin.ts";
import { creationCommands, persistenceOf, redisCommand, redisCommands } from "./redis-commands.ts";

const notPersisted =
  "persistence_mode is NONE: a restart of Redis undoes every change of a user by this connection. After rotate-root and a restart the root user has its former password, and this connection can no longer log in. Set persistence_mode to ACLFILE where Redis has an ACL file, to REWRITE where it has users in its configuration file.";

const notRewritten =
  "persistence_mode is REWRITE, and Redis has an ACL file: CONFIG REWRITE stores no users then. A restart of Redis undoes every change of a user by this connection. After rotate-root and a restart the root user has its former password, and this connection can no longer log in. Set persistence_mode to ACLFILE.";

const undefinedObject = "42704";
const maxPort = 65_535;

/**
 * Redis 6 and later, whose users are rules of the access control list (reference documentation,
 * "Redis database plugin HTTP API").
 */
export const redis: Plugin = {
  name: "redis-database-plugin",
  kind: "redis",
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
  address: redisAddress,
  // There is no connection_url that a password could be written into.
  passwordsIn: () => [],
  userOf: ({ username = "" }) => username,
  isSameUser: (one, other) => one === other,
  usernames: { longest: 100, longestPart: 15, signs: usualSigns, separator: "_", isUpperCase: true },

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

  /** The server knows no end of a user. */
  async extendUser(session, { username, expiresAt, renewal }) {
    if (renewal.length === 0) return;
    const values = { name: username, expiration: expirationText(expiresAt) };
    await session.transact(redisCommands(renewal, values), { subject: username });
  },

  async changeCredential(session, { username, credential, rotation }) {
    // The command that changes a user makes one that is not there.
    if (!(await exists(session, username)))
      throw new DatabaseRefusal(`user ${username} does not exist`, undefinedObject);
    const password = passwordOf(credential);
    const usual = redisCommand("ACL", "SETUSER", username, "resetpass", `>${password}`);
    const commands = rotation.length === 0 ? [usual] : redisCommands(rotation, { name: username, password });
    await session.transact(commands, { subject: username });
  },

  async dropUser(session, { username, revocation }) {
    // a user that is absent while it may still be being made is not gone
    await session.settle(username);
    const about = { subject: username };
    if (revocation.length === 0) return session.transact([redisCommand("ACL", "DELUSER", username)], about);
    try {
      await session.transact(redisCommands(revocation, { name: username }), about);
    } catch (refusal) {
      if (await exists(session, username)) throw refusal;
      // Gone from memory; what failed may have kept the server from storing that.
      await session.transact([redisCommand("ACL", "DELUSER", username)], about);
    }
  },
};

/** A server with an ACL file leaves users out of its configuration file, and answers as if all were well. */
async function warningOfAclFile(session: DatabaseSession): Promise<string | undefined> {
  const [, file = ""] = await session.column(redisCommand("CONFIG", "GET", "aclfile"), []);
  return file === "" ? undefined : notRewritten;
}

/** `redis://user:password@host:port?encryption=…&ca=…`, all percent-encoded. Throws a Problem "refused" that names the field. */
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
    // before the creation is over there is nothing to roll back
    await session.settle(username);
    await session.transact(redisCommands(statements, { name: username }), { subject: username });
  } catch (refusal) {
    // why the user could not be made is the better thing to tell
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
  }
}

async function exists(session: DatabaseSession, username: string): Promise<boolean> {
  return (await session.column(redisCommand("ACL", "GETUSER", username), [])).length > 0;
}
