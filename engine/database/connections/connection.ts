import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import type { DatabaseAddress } from "../../ports/databases.ts";
import { pluginFields, pluginNamed } from "../plugins/catalogue.ts";
import type { Details, Plugin } from "../plugins/plugin.ts";
import { checkVersion } from "../plugins/version.ts";
import { checkUser } from "./check-user.ts";
import { maskUrl } from "./connection-url.ts";
import { sessionSettings } from "./session-settings.ts";

export type Connection = Readonly<{
  pluginName: string;
  /** Requested plugin version; "" accepts any. */
  pluginVersion: string;
  verifyConnection: boolean;
  allowedRoles: readonly string[];
  rootRotationStatements: readonly string[];
  passwordPolicy: string;
  details: Details;
  /** Password that a pending root rotation sets; null if no rotation is pending. */
  pendingPassword: string | null;
}>;

export const connectionFields = z.object({
  ...pluginFields.shape,
  name: field.name,
  plugin_name: field.text.optional(),
  plugin_version: field.text.optional(),
  verify_connection: field.boolean.optional(),
  allowed_roles: field.list.optional(),
  root_rotation_statements: field.statements.optional(),
  root_credentials_rotate_statements: field.statements.optional(),
  password_policy: field.text.optional(),
});

export type ConnectionRequest = Readonly<z.output<typeof connectionFields>>;

export const connections = collection<Connection>("shared", "config/");

export function connectionLock(name: string): string {
  return `connection ${name}`;
}

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

/**
 * Returns the connection that results from a write; `old` is the connection before it, if it exists. Throws a Problem
 * "refused" if the result is invalid.
 */
export function reviseConnection(old: Connection | undefined, request: ConnectionRequest): Connection {
  const stored = old ?? unconfigured;
  const pluginName = request.plugin_name ?? stored.pluginName;
  if (pluginName === "") throw new Problem("refused", "empty plugin name");
  return withCreationError(() => {
    const plugin = pluginNamed(pluginName);
    const newDetails = detailsIn(request, plugin);
    const revised: Connection = {
      pluginName,
      pluginVersion: request.plugin_version ?? stored.pluginVersion,
      verifyConnection: request.verify_connection ?? stored.verifyConnection,
      allowedRoles: request.allowed_roles ?? stored.allowedRoles,
      rootRotationStatements:
        request.root_rotation_statements ?? request.root_credentials_rotate_statements ?? stored.rootRotationStatements,
      passwordPolicy: request.password_policy ?? stored.passwordPolicy,
      details: { ...stored.details, ...newDetails },
      // A new password replaces the pending one, too.
      pendingPassword: newDetails.password === undefined ? stored.pendingPassword : null,
    };
    checkVersion(revised.pluginVersion, plugin);
    checkNoNull(plugin.address(revised.details));
    plugin.persistence?.(revised.details);
    if (newDetails.username !== undefined || newDetails.connection_url !== undefined)
      checkUser(plugin.userOf(revised.details), plugin);
    sessionSettings(revised.details);
    return revised;
  });
}

function checkNoNull(address: DatabaseAddress): void {
  const hasNull =
    address.kind === "postgresql"
      ? Object.entries(address.settings).flat().join("").includes("\0")
      : /\0|%00/.test(address.url);
  if (!hasNull) return;
  throw new Problem("refused", "username, password and connection_url must hold no null character");
}

function detailsIn(request: Readonly<Record<string, unknown>>, plugin: Plugin): Details {
  const names = Object.keys(plugin.fields.shape).filter((name) => request[name] !== undefined);
  return plugin.fields.parse(Object.fromEntries(names.map((name) => [name, request[name]]))) as Details;
}

function withCreationError<T>(create: () => T): T {
  try {
    return create();
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw new Problem(cause.code, `error creating database object: ${cause.message}`, { cause });
  }
}

/** Returns true if the address of `details` depends on the field `part`. */
export function decidesLogin(part: "username" | "password", plugin: Plugin, details: Details): boolean {
  const addressWith = (text: string) => JSON.stringify(plugin.address({ ...details, [part]: text }));
  return addressWith("one") !== addressWith("other");
}

/** Returns true if reads of the connection mask text of `connection_url`, such as a literal password. */
export function hasLiteralPassword({ pluginName, details: { connection_url = "" } }: Connection): boolean {
  return shownUrl(pluginName, connection_url) !== connection_url;
}

function shownUrl(pluginName: string, url: string): string {
  return maskUrl(url, pluginNamed(pluginName).passwordsIn(url));
}

/**
 * Returns texts to mask in errors: the stored and the pending password, and passwords in
 * `connection_url`. May contain empty texts.
 */
export function passwordsOf({ pluginName, details, pendingPassword }: Connection): readonly string[] {
  const { password = "", connection_url: url = "" } = details;
  const positions = pluginNamed(pluginName).passwordsIn(url) ?? [];
  return [password, pendingPassword ?? "", ...positions.map(({ start, end }) => url.slice(start, end))];
}

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
