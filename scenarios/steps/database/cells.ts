import {
  authorityCertificate,
  authorityKey,
  foreignCertificate,
  foreignKey,
} from "#harness/databases/known-authority.ts";
import { certificateUsers } from "#harness/databases/postgresql-login-rules.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

/** The texts that stand for certain words in braces in table cells. */
const values: Readonly<Record<string, (world: RehearsalWorld) => string>> = {
  "the database": ({ stage }) => stage.database.urlFor("{{username}}", "{{password}}"),
  "the database by {{name}}": ({ stage }) => stage.database.urlFor("{{name}}", "{{password}}"),
  'the database "warehouse"': (world) => ownDatabase(world),
  "the database at a port that is closed": ({ stage }) => atPort(1, stage.database),
  "the database as settings": ({ stage }) => asSettings(stage.database.url),
  "the administrator": ({ stage }) => decodeURIComponent(new URL(stage.database.url).username),
  "the administrator's password": ({ stage }) => decodeURIComponent(new URL(stage.database.url).password),
  "a wrong password": (world) => world.databases.passwordFor("wrong"),
  "the authority's certificate": () => authorityCertificate,
  "the authority's key": () => authorityKey,
  "a foreign key": () => foreignKey,
  "the foreign authority's certificate": () => foreignCertificate,
  "create user who proves themselves by a certificate": () =>
    `CREATE ROLE "{{name}}" WITH LOGIN VALID UNTIL '{{expiration}}' IN ROLE ${certificateUsers}`,
  "create user with a certificate": () => `CREATE ROLE "{{name}}" WITH LOGIN VALID UNTIL '{{expiration}}'`,
  "create user": ({ product }) => product.creation[0] ?? "",
  "the plugin": ({ product }) => product.plugin,
  "set the password": ({ product }) => product.statements.setPassword,
  "drop the user": ({ product }) => product.statements.dropUser,
  "a statement that fails": ({ product }) => product.statements.fails,
};

/**
 * Returns the address of the separate database "warehouse", whose sessions show whether a cluster has connected to it.
 */
function ownDatabase({ stage, databases }: RehearsalWorld): string {
  const [server = ""] = /^[^/]+\/\/[^/]+/.exec(stage.database.urlFor("{{username}}", "{{password}}")) ?? [];
  return `${server}/${databases.tableOf("warehouse")}`;
}

/** Returns the address of a server with another port. */
function atPort(port: number, { url, urlFor }: RehearsalWorld["stage"]["database"]): string {
  const { host, hostname } = new URL(url);
  return urlFor("{{username}}", "{{password}}").replace(`@${host}`, `@${hostname}:${port}`);
}

/** Returns the address of a server as settings such as `host=… dbname=…`, in which nothing is percent-encoded. */
function asSettings(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return `host=${hostname} ${port === "" ? "" : `port=${port} `}dbname=${database} user={{username}} password='{{password}}'`;
}

/** Replaces descriptions of statements about tables in a cell by the statements of the product. */
function withTables(world: RehearsalWorld, cell: string): string {
  if (!cell.includes("{write ") && !cell.includes("{let the user read ")) return cell;
  const { databases, product } = world;
  const { tables, sql } = product;
  return cell
    .replace(/\{write '([^']*)' to (\w+)\}/g, (_, text: string, table: string) =>
      tables.write(text, databases.tableOf(table)),
    )
    .replace(
      /\{write the current user to (\w+)\}/g,
      (_, table: string) => sql?.writeCurrentUser(databases.tableOf(table)) ?? "",
    )
    .replace(/\{let the user read (\w+)\}/g, (_, table: string) => sql?.letRead(databases.tableOf(table)) ?? "");
}

/** Replaces the names of users whose password is known, which may have special characters, and their passwords. */
function withUsers({ databases }: RehearsalWorld, cell: string): string {
  return [...databases.knownPasswords].reduce(
    (text, [name, password]) =>
      text
        .replaceAll(`{the password of ${name}}`, () => password)
        .replaceAll(`{${name}}`, () => databases.nameOf(name)),
    cell,
  );
}

function withAddresses({ stage }: RehearsalWorld, cell: string): string {
  return stage.clusters.reduce(
    (text, { name, link = "" }) => text.replaceAll(`{the cluster address of ${name}}`, link),
    cell,
  );
}

/** Replaces the names of values in braces, such as `{id of Bob}`, by the values. */
export function withValues({ values: named }: RehearsalWorld, text: string): string {
  return [...named].reduce((rest, [name, value]) => rest.replaceAll(`{${name}}`, () => value), text);
}

/** Replaces words in braces in a cell by the texts for which they stand. */
export function filled(world: RehearsalWorld, cell: string): string {
  const spelt = Object.entries(values).reduce(
    (text, [word, value]) => (text.includes(`{${word}}`) ? text.replaceAll(`{${word}}`, () => value(world)) : text),
    withUsers(world, withTables(world, withValues(world, cell))),
  );
  return world.databases.withNames(withAddresses(world, spelt));
}

/** Converts a field of a response to the text that a table contains: `a,b` for an array, JSON for an object. */
export function textOf(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? JSON.stringify(value) : String(value);
}

/** Parses the fields of a request, such as `ttl=600, policies=["a","b"]`. Replaces words in braces. */
export function requestFields(world: RehearsalWorld, text: string): Readonly<Record<string, unknown>> {
  const fields = Object.entries(fieldsOf(filled(world, text)));
  return Object.fromEntries(fields.map(([name, value]) => [name, value.startsWith('["') ? JSON.parse(value) : value]));
}

/**
 * Parses a cell as JSON (array, object, integer, boolean, quoted text), otherwise as text. Replaces words in braces.
 */
export function cellValue(world: RehearsalWorld, cell: string): unknown {
  if (!/^(?:\[.*\]|\{".*\}|-?\d+|true|false|".*")$/.test(cell)) return filled(world, cell);
  return mapTexts(JSON.parse(cell), (text) => filled(world, text));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
