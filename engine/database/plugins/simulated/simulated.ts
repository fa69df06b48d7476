import { z } from "zod";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { serviceVersion } from "../../../api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "../../../ports/databases.ts";
import { fillUrl } from "../../connections/connection-url.ts";
import { credentialTypes } from "../../roles/credential-type.ts";
import { expirationText } from "../../sql/expiration.ts";
import type { Credential, Details, Plugin } from "../plugin.ts";
import { type CommandValues, simulatedCommands } from "./simulated-commands.ts";

const undefinedObject = "42704";

const renewal = ['{"alter": "{{name}}", "until": "{{expiration}}"}'];
const revocation = ['{"drop": "{{name}}"}'];
const rotations: Readonly<Record<Credential["type"], string>> = {
  password: '{"alter": "{{name}}", "password": "{{password}}"}',
  rsa_private_key: '{"alter": "{{name}}", "public_key": "{{public_key}}"}',
  client_certificate: '{"alter": "{{name}}", "subject": "{{subject}}"}',
};

const address = /^simulated:\/\/([^:@/?#\s]*)(?::([^@/?#\s]*))?@([\w.-]+)\/?$/d;

export const simulated: Plugin = {
  name: "simulated-database-plugin",
  version: serviceVersion,
  credentialTypes,
  fields: z.object({
    connection_url: field.text.optional(),
    username: field.text.optional(),
    password: field.secret.optional(),
    disable_escaping: field.boolean.optional(),
    username_template: field.text.optional(),
  }),
  address: (details) => ({ kind: "simulated", url: simulatedAddress(details) }),
  passwordsIn(connectionUrl) {
    const found = address.exec(connectionUrl);
    if (!found) return undefined;
    const [start, end] = found.indices?.[2] ?? [];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  },
  userOf(details) {
    const user = address.exec(fillUrl(details.connection_url ?? "", details))?.[1] ?? "";
    return decoded(user) ?? "";
  },
  isSameUser: (one, other) => one === other,
  usernames: { maxLength: 100, maxPartLength: 15, symbols: ".@-:", separator: "-", isUpperCase: false },

  async createUser(session, { username, credential, expiresAt, creation, rollback }) {
    const values = { name: username, expiration: expirationText(expiresAt), ...valuesOf(credential) };
    try {
      await run(session, creation, values);
    } catch (refusal) {
      await tryRollback(session, rollback, values);
      throw refusal;
    }
  },

  async extendUser(session, { username, expiresAt, renewal: own }) {
    await run(session, own.length > 0 ? own : renewal, { name: username, expiration: expirationText(expiresAt) });
  },

  async changeCredential(session, { username, credential, rotation: own }) {
    if (!(await exists(session, username))) {
      throw new DatabaseRefusal(`user ${JSON.stringify(username)} does not exist`, undefinedObject);
    }
    const values = { name: username, ...valuesOf(credential) };
    await run(session, own.length > 0 ? own : [rotations[credential.type]], values);
  },

  async dropUser(session, { username, revocation: own }) {
    await session.settle(username);
    try {
      await run(session, own.length > 0 ? own : revocation, { name: username });
    } catch (refusal) {
      if (await exists(session, username)) throw refusal;
    }
  },
};

function simulatedAddress(details: Details): string {
  const { connection_url = "" } = details;
  if (connection_url === "") throw new Problem("refused", "connection_url cannot be empty");
  const filled = fillUrl(connection_url, details);
  const [, user, password = ""] = address.exec(filled) ?? [];
  if (user === undefined || decoded(user) === undefined || decoded(password) === undefined) {
    throw new Problem("refused", "connection_url cannot be understood; it has the form simulated://user:password@name");
  }
  return filled;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function valuesOf(credential: Credential): Omit<CommandValues, "name"> {
  if (credential.type === "password") return { password: credential.password };
  if (credential.type === "rsa_private_key") return { public_key: credential.publicKey };
  return { subject: credential.subject };
}

function run(session: DatabaseSession, statements: readonly string[], values: CommandValues): Promise<void> {
  return session.transact(simulatedCommands(statements, values), { subject: values.name });
}

async function tryRollback(session: DatabaseSession, statements: readonly string[], values: CommandValues) {
  if (statements.length === 0) return;
  try {
    await session.settle(values.name);
    await run(session, statements, values);
  } catch (refusal) {
    if (!(refusal instanceof DatabaseRefusal)) throw refusal;
  }
}

async function exists(session: DatabaseSession, username: string): Promise<boolean> {
  return (await session.column('{"list": "users"}', [username])).length > 0;
}
