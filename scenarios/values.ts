import type { DataTable } from "@cucumber/cucumber";
import { type SignerKind, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import {
  authorityCertificate,
  authorityKey,
  foreignCertificate,
  foreignKey,
} from "#harness/databases/known-authority.ts";
import { certificateUsers } from "#harness/databases/postgresql-login-rules.ts";
import { alteredTag } from "./altered-tag.ts";
import { clusterNames, personNames } from "./names.ts";
import { otherThan } from "./other-account.ts";
import { withClusters } from "./variants/cluster-words.ts";
import type { RehearsalWorld } from "./world.ts";

/** Fields of a request or an object, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The texts for which words in braces stand. */
const words: Readonly<Record<string, (world: RehearsalWorld) => string>> = {
  account: ({ stage }) => stage.cloud.account,
  "another account": ({ stage }) => otherThan(stage.cloud.account),
  cloud: ({ stage }) => stage.cloud.url,
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
  "a rotation that fails": ({ product }) => product.refusedRotation,
};

/** Parses fields in a sentence, such as `token_ttl=600, token_policies=["blue","red"]`; see docs/steps.md. */
export async function fieldsOf(world: RehearsalWorld, text: string): Promise<Fields> {
  const fields: Record<string, unknown> = {};
  for (const pair of text === "" ? [] : text.split(/, (?=[\w.-]+=)/)) {
    const [, name, value = ""] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new Error(`fields are written as name=value, not ${JSON.stringify(pair)}`);
    fields[name] = await parseValue(world, value);
  }
  return fields;
}

/** Parses fields in a table without a heading: each row has the name and the value of a field. */
export async function fieldsIn(world: RehearsalWorld, table: DataTable): Promise<Fields> {
  const fields: Record<string, unknown> = {};
  for (const [name = "", cell = ""] of table.raw()) fields[name] = await parseValue(world, cell);
  return fields;
}

/** Parses a value as JSON (array, object, integer, boolean, null, quoted text), otherwise as text. Replaces words in braces. */
export async function parseValue(world: RehearsalWorld, text: string): Promise<unknown> {
  const json = /^(?:\[.*\]|\{".*\}|-?(?:0|[1-9]\d*)|true|false|null|".*")$/s.test(text) ? jsonOf(text) : undefined;
  return json === undefined ? filled(world, text) : mapTexts(json, (one) => filled(world, one));
}

/** Returns the value of JSON, or undefined for another text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function mapTexts(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === "string") return await change(value);
  if (Array.isArray(value)) return await Promise.all(value.map((item) => mapTexts(item, change)));
  if (typeof value !== "object" || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) changed[name] = await mapTexts(item, change);
  return changed;
}

/** Returns a field of a response as text: `a,b` for an array, JSON for an object, "" for null and a missing one. */
export function textOf(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? JSON.stringify(value) : String(value ?? "");
}

/**
 * Returns the fields of `shown` that are in `wanted`, in the form of the wanted values: a text is compared with the
 * text of the field, any other value with the value itself.
 */
export function comparable(shown: Fields, wanted: Fields): Fields {
  const pairs = Object.entries(wanted).map(([name, value]) => [
    name,
    typeof value === "string" ? textOf(fieldOf(shown, name)) : fieldOf(shown, name),
  ]);
  return Object.fromEntries(pairs);
}

/** Returns a field. `config.ttl` is the field `ttl` of the object in the field `config`, `aliases.0` the first alias. */
export function fieldOf(fields: Fields, name: string): unknown {
  if (name in fields) return fields[name];
  return name.split(".").reduce<unknown>((value, part) => (value as Fields | undefined)?.[part], fields);
}

/** Replaces words in braces by the texts for which they stand; docs/steps.md has the words. */
export async function filled(world: RehearsalWorld, text: string): Promise<string> {
  const own = withTables(world, withTokens(world, withNamed(world, await withAuditFiles(world, text))));
  const spelt = Object.entries(words).reduce(
    (rest, [word, value]) => (rest.includes(`{${word}}`) ? rest.replaceAll(`{${word}}`, () => value(world)) : rest),
    withCloud(world, withUsers(world, own)),
  );
  const done = world.databases.withNames(await withClusters(world, await withStandIns(world, spelt)));
  const [, unknown] = /(?<!\{)\{((?:the|unseal|earlier) [^{}]*)\}/.exec(done) ?? [];
  if (unknown !== undefined) throw new Error(`no value is called {${unknown}}`);
  return done;
}

/** Replaces the names of role tags, and of values that a step has remembered, such as `{id of Bob}`, by the values. */
export function withNamed({ values, clouds }: RehearsalWorld, text: string): string {
  const tags = [...clouds.tags].flatMap(([name, value]) => [
    [name, value] as const,
    [`${name}, altered at its end`, alteredTag(value, "end")] as const,
    [`${name}, altered at its middle`, alteredTag(value, "middle")] as const,
    [`${name} in base64`, btoa(value)] as const,
    [`${name} without its last letter`, value.slice(0, -1)] as const,
  ]);
  return [...values, ...tags].reduce((rest, [name, value]) => rest.replaceAll(`{${name}}`, () => value), text);
}

/**
 * Replaces `{certificate:KIND of REGION}` by a certificate of the cloud's test authority in PEM, which is signed with
 * SHA-1 if `, signed with SHA-1` follows, and `{base64 of certificate:…}` by its base64.
 */
function withCertificates(text: string): string {
  const words = /\{(base64 of )?certificate:(\w+) of ([\w-]+)(, signed with SHA-1)?\}/g;
  return text.replace(words, (_, base64: string | undefined, kind: SignerKind, region: string, sha1?: string) => {
    const { certificate } = signerOf(region, kind, { sha1: sha1 !== undefined });
    return base64 === undefined ? certificate : btoa(certificate);
  });
}

/** Returns an access key or the unique id of a user of the cloud, or an access key of the cloud's administrator. */
function ofUser({ clouds, stage }: RehearsalWorld, what: string, who: string): string {
  if (what === "unique id") return clouds.user(who).uniqueId;
  const { accessKeyId, secretAccessKey } = who === "the administrator" ? stage.cloud.administrator : clouds.user(who);
  return what === "access key" ? accessKeyId : secretAccessKey;
}

/**
 * Replaces `{Ada}` by the ARN of a user, `{access key of Ada}`, `{secret key of Ada}` and `{unique id of Ada}` by those of
 * the user, `{role:NAME}` by the ARN of an IAM role, and `{instance:NAME}` by an instance's id.
 */
function withCloud(world: RehearsalWorld, text: string): string {
  return withCertificates(world.instances.withIds(text))
    .replace(
      new RegExp(`\\{(access key|secret key|unique id) of (${personNames.source}|the administrator)\\}`, "g"),
      (_, what, who) => ofUser(world, what, who),
    )
    .replace(/\{role:(\w+)\}/g, (_, role: string) => world.clouds.role(role).arn)
    .replace(new RegExp(`\\{(${personNames.source})\\}`, "g"), (_, who: string) => world.clouds.user(who).arn);
}

/**
 * Replaces `{stand-in:NAME}` by the URL of a stand-in for a cloud service, which is started if necessary, and
 * `{metadata service of NAME}` by the URL of an instance's metadata service.
 */
async function withStandIns(world: RehearsalWorld, text: string): Promise<string> {
  let done = text;
  for (const [place, name = ""] of text.matchAll(/\{metadata service of ([\w-]+)\}/g)) {
    done = done.replace(place, await world.stage.cloud.metadataOf(world.instances.named(name).instance));
  }
  for (const [place, name = ""] of text.matchAll(/\{stand-in:(\w+)\}/g)) {
    done = done.replace(place, (await world.stage.cloud.standIn(name)).url);
  }
  return done;
}

/** Replaces descriptions of statements about tables by the statements of the product. */
function withTables(world: RehearsalWorld, text: string): string {
  if (!text.includes("{write ") && !text.includes("{let the user read ")) return text;
  const { databases } = world;
  const { tables, sql } = world.product;
  return text
    .replace(/\{write '([^']*)' to (\w+)\}/g, (_, entry: string, table: string) =>
      tables.write(entry, databases.tableOf(table)),
    )
    .replace(
      /\{write the current user to (\w+)\}/g,
      (_, table: string) => sql?.writeCurrentUser(databases.tableOf(table)) ?? "",
    )
    .replace(/\{let the user read (\w+)\}/g, (_, table: string) => sql?.letRead(databases.tableOf(table)) ?? "");
}

/** Replaces the names of users whose password is known, which may have special characters, and their passwords. */
function withUsers({ databases }: RehearsalWorld, text: string): string {
  return [...databases.knownPasswords].reduce(
    (rest, [name, password]) =>
      rest
        .replaceAll(`{the password of ${name}}`, () => password)
        .replaceAll(`{${name}}`, () => databases.nameOf(name)),
    text,
  );
}

/** Replaces `{token of Ada in Oslo}` by the token that the cluster issued to the client. */
function withTokens({ clients }: RehearsalWorld, text: string): string {
  const named = new RegExp(`\\{token of (${personNames.source}) in (${clusterNames.source})\\}`, "g");
  return text.replace(named, (_, who: string, cluster: string) => clients.givenToken(who, cluster));
}

/** Replaces `{the audit file of Oslo}` by the path of the file that the cluster can use as an audit device. */
async function withAuditFiles({ stage }: RehearsalWorld, text: string): Promise<string> {
  let done = text;
  for (const [words, cluster = ""] of text.matchAll(/\{the audit file of (\w+)\}/g)) {
    done = done.replace(words, (await stage.auditFile(cluster)).path);
  }
  return done;
}

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
