import { z } from "zod";
import { field } from "../api/field.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem, quoted } from "../api/problem.ts";
import { collection, type Storage } from "../core/storage/storage.ts";
import { checkUser } from "./check-user.ts";
import { maskUrl } from "./connection-url.ts";
import { pluginFields, pluginNamed } from "./plugins/catalogue.ts";
import type { Details, Plugin } from "./plugins/plugin.ts";
import { checkVersion } from "./plugins/version.ts";
import { sessionSettings } from "./session-settings.ts";

/** A connection as it is stored (DB-CONFIG-01, DB-CONFIG-06). */
export type Connection = Readonly<{
  pluginName: string;
  /** "" for whatever version there is. */
  pluginVersion: string;
  verifyConnection: boolean;
  allowedRoles: readonly string[];
  rootRotationStatements: readonly string[];
  passwordPolicy: string;
  details: Details;
  /** A password that the root user is being given: it or the one in `details` holds. */
  pendingPassword: string | null;
}>;

/** What a write says of a connection. What is left out stays as it is. */
export const connectionFields = z.object({
  ...pluginFields.shape,
  name: field.name,
  plugin_name: field.text.optional(),
  plugin_version: field.text.optional(),
  verify_connection: field.boolean.optional(),
  allowed_roles: field.list.optional(),
  root_rotation_statements: field.statements.optional(),
  // the name under which they are read, too
  root_credentials_rotate_statements: field.statements.optional(),
  password_policy: field.text.optional(),
});

export type ConnectionRequest = Readonly<z.output<typeof connectionFields>>;

export const connections = collection<Connection>("shared", "config/");

/** The name under which tasks that change a connection exclude one another. */
export function connectionLock(name: string): string {
  return `connection ${name}`;
}

/** The stored connection. Throws a Problem "failed" when there is none. */
export async function connectionNamed(name: string, storage: Storage): Promise<Connection> {
  const connection = await connections.read(storage, name);
  if (!connection) throw new Problem("failed", `failed to find entry for connection with name: ${quoted(name)}`);
  return connection;
}

const unconfigured: Connection = {
  pluginName: "",
  pluginVersion: "",
  verifyConnection: true,
  allowedRoles: [],
  rootRotationStatements: [],
  passwordPolicy: "",
  details: {},
  pendingPassword: null,
};

/** `old`, if any, as `wish` wants it. Throws a Problem "refused" when that is no connection. */
export function reviseConnection(old: Connection | undefined, wish: ConnectionRequest): Connection {
  const stored = old ?? unconfigured;
  const pluginName = wish.plugin_name ?? stored.pluginName;
  if (pluginName === "") throw new Problem("refused", "empty plugin name");
  return creating(() => {
    const plugin = pluginNamed(pluginName);
    const given = detailsIn(wish, plugin);
    const revised: Connection = {
      pluginName,
      pluginVersion: wish.plugin_version ?? stored.pluginVersion,
      verifyConnection: wish.verify_connection ?? stored.verifyConnection,
      allowedRoles: wish.allowed_roles ?? stored.allowedRoles,
      rootRotationStatements:
        wish.root_rotation_statements ?? wish.root_credentials_rotate_statements ?? stored.rootRotationStatements,
      passwordPolicy: wish.password_policy ?? stored.passwordPolicy,
      details: { ...stored.details, ...given },
      // the request that gives a password says which one holds
      pendingPassword: given.password === undefined ? stored.pendingPassword : null,
    };
    checkVersion(revised.pluginVersion, plugin);
    checkNoNull(plugin.address(revised.details));
    plugin.persistence?.(revised.details);
    if (given.username !== undefined || given.connection_url !== undefined)
      checkUser(plugin.userOf(revised.details), plugin);
    sessionSettings(revised.details);
    return revised;
  });
}

/** A null character would end what is sent to the server, and the rest would mean something else. */
function checkNoNull(address: string): void {
  if (!/\0|%00/.test(address)) return;
  throw new Problem("refused", "username, password and connection_url must hold no null character");
}

function detailsIn(wish: Readonly<Record<string, unknown>>, plugin: Plugin): Details {
  const names = Object.keys(plugin.fields.shape).filter((name) => wish[name] !== undefined);
  return plugin.fields.parse(Object.fromEntries(names.map((name) => [name, wish[name]]))) as Details;
}

function creating<T>(create: () => T): T {
  try {
    return create();
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, `error creating database object: ${cause.message}`, { cause });
  }
}

/** Whether the password, or the name, of the login has a part in how `plugin` reaches the server. */
export function decidesLogin(part: "username" | "password", plugin: Plugin, details: Details): boolean {
  return plugin.address({ ...details, [part]: "one" }) !== plugin.address({ ...details, [part]: "other" });
}

/** Whether a password is written out where readers of the configuration would see it. */
export function hasLiteralPassword({ pluginName, details: { connection_url = "" } }: Connection): boolean {
  return shownUrl(pluginName, connection_url) !== connection_url;
}

function shownUrl(pluginName: string, url: string): string {
  return maskUrl(url, pluginNamed(pluginName).passwordsIn(url));
}

/** The passwords in a connection, as they are spelt there, so that they can be kept out of errors. */
export function passwordsOf({ pluginName, details, pendingPassword }: Connection): readonly string[] {
  const { password = "", connection_url: url = "" } = details;
  const places = pluginNamed(pluginName).passwordsIn(url) ?? [];
  return [password, pendingPassword ?? "", ...places.map(({ start, end }) => url.slice(start, end))];
}

/** The shape of a connection as it is read. */
export const connectionData = z.object({
  plugin_name: z.string(),
  plugin_version: z.string(),
  connection_details: pluginFields.omit({ password: true, private_key: true }),
  allowed_roles: z.array(z.string()),
  root_credentials_rotate_statements: z.array(z.string()),
  root_rotation_statements: z.array(z.string()),
  password_policy: z.string(),
  verify_connection: z.boolean(),
});

/** A connection as it is read: no password in it. Both names of the root rotation statements are in use. */
export function shownConnection(connection: Connection): JsonObject {
  const { password: _, private_key: __, connection_url, ...details } = connection.details;
  return {
    plugin_name: connection.pluginName,
    plugin_version: connection.pluginVersion,
    connection_details: {
      ...(details as JsonObject),
      ...(connection_url === undefined ? {} : { connection_url: shownUrl(connection.pluginName, connection_url) }),
    },
    allowed_roles: connection.allowedRoles,
    root_credentials_rotate_statements: connection.rootRotationStatements,
    root_rotation_statements: connection.rootRotationStatements,
    password_policy: connection.passwordPolicy,
    verify_connection: connection.verifyConnection,
  };
}
