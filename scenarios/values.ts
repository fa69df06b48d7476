import type { DataTable } from "@cucumber/cucumber";
import { expect } from "chai";
import { type SignerKind, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import type { CloudKey } from "#harness/cloud/embedded/cloud-provider.ts";
import {
  authorityCertificate,
  authorityKey,
  foreignCertificate,
  foreignKey,
} from "#harness/databases/known-authority.ts";
import { certificateUsers } from "#harness/databases/postgresql-login-rules.ts";
import type { CertifiedApi } from "#harness/stages/certified-api.ts";
import { writtenBy } from "#harness/stages/log-progress.ts";
import { altered, otherThan } from "./altered.ts";
import { clusterNames, personNames } from "./names.ts";
import type { RehearsalWorld } from "./world.ts";

export type Fields = Readonly<Record<string, unknown>>;

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
  "the administrator's password": ({ stage, databases }) => databases.administratorsPassword(stage.database),
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

export async function fieldsOf(world: RehearsalWorld, text: string): Promise<Fields> {
  const fields: Record<string, unknown> = {};
  for (const pair of text === "" ? [] : text.split(/, (?=[\w.-]+=)/)) {
    const [, name, value = ""] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new Error(`fields are written as name=value, not ${JSON.stringify(pair)}`);
    fields[name] = await parseValue(world, value);
  }
  return fields;
}

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

/** Returns the fields of `shown` that are in `wanted`. For a wanted text, the field is converted to a text. */
export function comparable(shown: Fields, wanted: Fields): Fields {
  const pairs = Object.entries(wanted).map(([name, value]) => [
    name,
    typeof value === "string" ? textOf(fieldOf(shown, name)) : fieldOf(shown, name),
  ]);
  return Object.fromEntries(pairs);
}

/**
 * Returns a field. `config.ttl` is the field `ttl` of the object in the field `config`, unless a field is named
 * `config.ttl`.
 */
export function fieldOf(fields: Fields, name: string): unknown {
  if (name in fields) return fields[name];
  return name.split(".").reduce<unknown>((value, part) => (value as Fields | undefined)?.[part], fields);
}

export async function filled(world: RehearsalWorld, text: string): Promise<string> {
  let done = Object.entries(words).reduce(
    (rest, [word, value]) => (rest.includes(`{${word}}`) ? rest.replaceAll(`{${word}}`, () => value(world)) : rest),
    withNamed(world, text),
  );
  for (const { pattern, textFor } of forms) {
    for (const [found, ...parts] of done.matchAll(pattern)) {
      const value = await textFor(world, ...parts);
      if (value !== undefined) done = done.replace(found, () => value);
    }
  }
  done = world.databases.withNames(done);
  const [, unknown] = /(?<!\{)\{(\w[^{}" :]*[ :][^{}"]*)\}/.exec(done) ?? [];
  if (unknown !== undefined) throw new Error(`no value is called {${unknown}}`);
  return done;
}

type TextFor = (world: RehearsalWorld, ...parts: string[]) => string | undefined | Promise<string | undefined>;

function ofApi(value: (api: CertifiedApi) => string): TextFor {
  return async ({ stage }, cluster = "") => value(await stage.certifiedApi(cluster));
}

const [cluster, person] = [`(${clusterNames.source})`, `(${personNames.source})`];

/** Words in braces with a value in them, and the texts for which they stand. They are replaced in this order. */
const table: readonly (readonly [form: string, textFor: TextFor])[] = [
  [String.raw`the audit file of (\w+)`, async ({ stage }, cluster = "") => (await stage.auditFile(cluster)).path],
  [`token of ${person} in ${cluster}`, ({ clients }, who = "", cluster = "") => clients.givenToken(who, cluster)],
  // Statements of the database product about tables.
  [
    String.raw`write '([^']*)' to (\w+)`,
    ({ product, databases }, entry = "", table = "") => product.tables.write(entry, databases.tableOf(table)),
  ],
  [
    String.raw`write the current user to (\w+)`,
    ({ product, databases }, table = "") => product.sql?.writeCurrentUser(databases.tableOf(table)) ?? "",
  ],
  [
    String.raw`let the user read (\w+)`,
    ({ product, databases }, table = "") => product.sql?.letRead(databases.tableOf(table)) ?? "",
  ],
  // Users of the database whose password is known, which may have special characters.
  ["the password of ([^{}]+)", ({ databases }, name = "") => databases.knownPasswords.get(name)],
  ["([^{}]+)", ({ databases }, name = "") => (databases.knownPasswords.has(name) ? databases.nameOf(name) : undefined)],
  [String.raw`instance:([\w-]+)`, ({ instances }, name = "") => instances.named(name).instance.id],
  [
    String.raw`(base64 of )?certificate:(\w+) of ([\w-]+)(, signed with SHA-1)?`,
    (_, base64, kind, region = "", sha1?) => {
      const { certificate } = signerOf(region, kind as SignerKind, { sha1: sha1 !== undefined });
      return base64 === undefined ? certificate : btoa(certificate);
    },
  ],
  // Users and IAM roles of the cloud: `{Ada}` and `{role:NAME}` are ARNs.
  [`access key of (${personNames.source}|the administrator)`, (world, who = "") => keyOf(world, who).accessKeyId],
  [`secret key of (${personNames.source}|the administrator)`, (world, who = "") => keyOf(world, who).secretAccessKey],
  [`unique id of ${person}`, ({ clouds }, who = "") => clouds.user(who).uniqueId],
  [String.raw`role:(\w+)`, ({ clouds }, role = "") => clouds.role(role).arn],
  [person, ({ clouds }, who = "") => clouds.user(who).arn],
  // URLs of an instance's metadata service, and of a stand-in for a cloud service, which is started if necessary.
  [
    String.raw`metadata service of ([\w-]+)`,
    ({ stage, instances }, name = "") => stage.cloud.metadataOf(instances.named(name).instance),
  ],
  [String.raw`stand-in:(\w+)`, async ({ stage }, name = "") => (await stage.cloud.standIn(name)).url],
  [
    `the cluster address of ${cluster}`,
    ({ stage }, cluster) => stage.clusters.find(({ name }) => name === cluster)?.link ?? "",
  ],
  [`the API address of ${cluster}`, (world, cluster = "") => world.cluster(cluster).api],
  [`the HTTPS address of ${cluster}`, ofApi(({ address }) => address)],
  [`the CA file of ${cluster}`, ofApi(({ authorityFile }) => authorityFile)],
  [`the CA folder of ${cluster}`, ofApi(({ authorityFolder }) => authorityFolder)],
  [`the missing CA file of ${cluster}`, ofApi(({ authorityFile }) => `${authorityFile}.gone`)],
  [`the wrong CA file of ${cluster}`, ofApi(({ otherFile }) => otherFile)],
  [`the wrong CA folder of ${cluster}`, ofApi(({ otherFolder }) => otherFolder)],
  [`the root token of ${cluster}`, (world, cluster = "") => world.cluster(cluster).rootToken],
  [
    `the era of ${cluster}`,
    async (world, cluster = "") => {
      const { era } = await world.cluster(cluster).status();
      expect(era, `the era of ${cluster}`).to.be.a("number");
      return String(era);
    },
  ],
  [
    `the last log entry of ${cluster}`,
    async (world, cluster = "") => {
      const written = writtenBy(await world.cluster(cluster).status());
      expect(written, `the last log entry of ${cluster}`).to.be.greaterThan(0);
      return String(written);
    },
  ],
];

const forms = table.map(([form, textFor]) => ({ pattern: new RegExp(`\\{${form}\\}`, "g"), textFor }));

function keyOf({ clouds, stage }: RehearsalWorld, who: string): CloudKey {
  return who === "the administrator" ? stage.cloud.administrator : clouds.user(who);
}

/** Replaces the names of role tags, and of values that a step has remembered, such as `{id of Bob}`, by the values. */
export function withNamed({ values, clouds }: RehearsalWorld, text: string): string {
  const tags = [...clouds.tags].flatMap(([name, value]) => [
    [name, value] as const,
    // The characters after this one may be padding, or contain bits that are not read.
    [`${name}, altered at its end`, altered(value, value.length - 8)] as const,
    [`${name}, altered at its middle`, altered(value, Math.floor(value.length / 2))] as const,
    [`${name} in base64`, btoa(value)] as const,
    [`${name} without its last letter`, value.slice(0, -1)] as const,
  ]);
  return [...values, ...tags].reduce((rest, [name, value]) => rest.replaceAll(`{${name}}`, () => value), text);
}

function ownDatabase({ stage, databases }: RehearsalWorld): string {
  const [server = ""] = /^[^/]+\/\/[^/]+/.exec(stage.database.urlFor("{{username}}", "{{password}}")) ?? [];
  return `${server}/${databases.tableOf("warehouse")}`;
}

function atPort(port: number, { url, urlFor }: RehearsalWorld["stage"]["database"]): string {
  const { host, hostname } = new URL(url);
  return urlFor("{{username}}", "{{password}}").replace(`@${host}`, `@${hostname}:${port}`);
}

function asSettings(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1));
  return `host=${hostname} ${port === "" ? "" : `port=${port} `}dbname=${database} user={{username}} password='{{password}}'`;
}
