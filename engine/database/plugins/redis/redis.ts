import { z } from "zod";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { expirationText } from "../../sql/expiration.ts";
import { passwordOf } from "../password-of.ts";
import type { Details, Plugin } from "../plugin.ts";
import { creationCommands, redisCommand, redisCommands } from "./redis-commands.ts";

const undefinedObject = "42704";
const maxPort = 65_535;

/** Redis 6 and later, whose users are rules of its access control list. Source: reference-facts.md, 3.6. */
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
    ca_cert: field.text.optional(),
  }),
  address: redisAddress,
  // There is no connection_url that a password could be written into.
  passwordsIn: () => [],
  userOf: ({ username = "" }) => username,
  isSameUser: (one, other) => one === other,
  usernames: { longest: 100, longestPart: 15, separator: "_", isUpperCase: true },

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
    }
  },
};

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
