import { defineParameterType } from "@cucumber/cucumber";
import { expectedConnection, shownConnection, writtenConnection } from "./connection-fields.ts";
import { clusterNames, performance } from "./names.ts";
import { type Fields, filled } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

type Change = (world: RehearsalWorld, fields: Fields) => Fields;

type Conversions = Readonly<{ written?: Change; expected?: Change; shown?: Change }>;

/** Other paths of an object: its credentials, their rotation, and its reset. */
export type OtherPath = "credentials" | "rotation" | "reset";

/** An object of the API that a sentence names: its path, and the list that contains its name. */
export type Resource = Readonly<{
  conversions: Conversions;
  other: (world: RehearsalWorld, path: OtherPath) => Promise<string>;
  words: string;
  path: (world: RehearsalWorld) => Promise<string>;
  /** Undefined if the API has no list of such objects. */
  list?: ResourceList;
  /** The object's name in the list. Undefined where {@link list} is. */
  key?: (world: RehearsalWorld) => Promise<string>;
}>;

export type ResourceList = Readonly<{
  words: string;
  path: string;
  /** True if the list is an object with a field for each name. */
  hasFields: boolean;
  /** Returns the name in sentences of a key of the list. */
  nameOf: (world: RehearsalWorld, key: string) => string;
}>;

/**
 * A kind of objects that have names. `mount` is the default mount; objects without a mount have none. `keyOf` returns
 * the name in the API; default: the name in the sentence, with words in braces replaced.
 */
type Kind = Readonly<{
  mount?: string;
  isOfAuth?: boolean;
  path: string;
  /** Other paths, relative to the mount; the name follows. */
  others?: Readonly<Partial<Record<OtherPath, string>>>;
  conversions?: Conversions;
  list?: string;
  /** False if the API has no list of these objects. */
  isListed?: boolean;
  hasFields?: boolean;
  keyOf?: (world: RehearsalWorld, name: string) => Promise<string>;
  nameOf?: (world: RehearsalWorld, key: string) => string;
}>;

const cloud = { mount: "auth/cloud", isOfAuth: true } as const;

const tuning: Pick<Kind, "isListed" | "keyOf"> = {
  isListed: false,
  keyOf: async (world, name) => `${await filled(world, name)}/tune`,
};

/** Objects that are named by an instance in sentences, and by its id in the API. */
const ofInstance: Pick<Kind, "keyOf" | "nameOf"> = {
  keyOf: (world, name) => filled(world, `{instance:${name}}`),
  nameOf: ({ instances }, id) => instances.nameOf(id),
};

/** Objects that are named by a role tag in sentences, and by the value of the tag in the API. */
const ofTag: Pick<Kind, "keyOf" | "nameOf"> = {
  keyOf: (world, name) => filled(world, `{${name}}`),
  nameOf: ({ clouds }, key) => [...clouds.tags].find(([, value]) => value === key)?.[0] ?? key,
};

/** The kinds of objects by the singular of their name in sentences. The plural has an `s`, or `ies` for `y`. */
const kinds: Readonly<Record<string, Kind>> = {
  policy: { path: "sys/policies/acl" },
  connection: {
    mount: "database",
    path: "config",
    others: { rotation: "rotate-root", reset: "reset" },
    conversions: { written: writtenConnection, expected: expectedConnection, shown: shownConnection },
  },
  "dynamic role": { mount: "database", path: "roles", others: { credentials: "creds" } },
  "static role": {
    mount: "database",
    path: "static-roles",
    others: { credentials: "static-creds", rotation: "rotate-role" },
  },
  "password policy": { path: "sys/policies/password" },
  namespace: { path: "sys/namespaces" },
  "secrets engine": { path: "sys/mounts", hasFields: true },
  "auth method": { path: "sys/auth", hasFields: true },
  "audit device": { path: "sys/audit", hasFields: true },
  "tuning of auth method": { path: "sys/auth", ...tuning },
  "tuning of secrets engine": { path: "sys/mounts", ...tuning },
  "database plugin": { path: "sys/plugins/catalog/database" },
  entity: { path: "identity/entity/id" },
  group: { path: "identity/group/name" },
  "token role": { path: "auth/token/roles" },
  user: { path: "users", isOfAuth: true },
  "AppRole role": { path: "role", isOfAuth: true },
  "cloud role": { ...cloud, path: "role", list: "roles" },
  "cloud certificate": { ...cloud, path: "config/certificate", list: "config/certificates" },
  "STS role": { ...cloud, path: "config/sts" },
  "tidy configuration": { ...cloud, path: "config/tidy", isListed: false },
  "access list entry": { ...cloud, path: "identity-accesslist", ...ofInstance },
  "whitelist entry": { ...cloud, path: "identity-whitelist", ...ofInstance },
  "denylist entry": { ...cloud, path: "roletag-denylist", ...ofTag },
  "blacklist entry": { ...cloud, path: "roletag-blacklist", ...ofTag },
  "rate limit quota": { path: "sys/quotas/rate-limit" },
  "lease count quota": { path: "sys/quotas/lease-count" },
};

/** Objects of which a mount or a cluster has one, by their name in sentences. */
const single: Readonly<Record<string, Pick<Kind, "mount" | "isOfAuth" | "path">>> = {
  "encryption key status": { path: "sys/key-status" },
  "replication status": { path: `${performance}/status` },
  "root token generation": { path: "sys/generate-root/attempt" },
  "seal status": { path: "sys/seal-status" },
  "client configuration": { ...cloud, path: "config/client" },
  "identity configuration": { ...cloud, path: "config/identity" },
  "number of irrevocable leases": { path: "sys/leases/count?type=irrevocable" },
};

/** Objects of which a secondary has one, by their name in sentences. Their paths end with the id of the secondary. */
const ofSecondary: Readonly<Record<string, string>> = {
  "paths filter": `${performance}/primary/paths-filter`,
  "primary dynamic filter": `${performance}/primary/dynamic-filter`,
  "secondary dynamic filter": `${performance}/secondary/dynamic-filter`,
};

/** Matches an object of a secondary, which is named or designated by an id of its own. */
const secondaryWords = new RegExp(`(${Object.keys(ofSecondary).join("|")}) of (?:(${clusterNames.source})|"([^"]*)")`);

const pathWords = /object at "([^"]*)"/;

function pluralOf(kind: string): string {
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

const at = `(?: at "[^"]*")?`;

/**
 * Expressions for one object, without its article: `cloud role "painter"`, `connection "main" at "other"`, `client
 * configuration`.
 */
const resourceForms = [
  ...Object.keys(kinds).map((kind) => `${kind} "[^"]*"${at}`),
  ...Object.keys(single).map((name) => `${name}${at}`),
  pathWords.source.replace("(", "(?:"),
  secondaryWords.source.replace(/\((?!\?)/g, "(?:"),
];
const resourceWords = new RegExp(resourceForms.join("|"));

/** Expressions for several objects: `cloud roles`, `connections at "other"`. */
const listForms = [
  ...Object.keys(kinds).map((kind) => `${pluralOf(kind)}${at}`),
  `(?:objects at|leases below) "[^"]*"`,
];
const listWords = new RegExp(listForms.join("|"));

function mounted({ mount, isOfAuth = false }: Omit<Kind, "path">, named: string | undefined, path: string): string {
  const at = named === undefined || !isOfAuth ? (named ?? mount) : `auth/${named}`;
  return at === undefined ? path : `${at}/${path}`;
}

const plain: Pick<Resource, "conversions" | "other"> = {
  conversions: {},
  other: (_, what) => Promise.reject(new Error(`this object has no ${what}`)),
};

function resource(words: string): Resource {
  const [, path] = new RegExp(`^${pathWords.source}$`).exec(words) ?? [];
  if (path !== undefined) return { words, path: (world) => filled(world, path), ...plain };
  const [, own = "", secondary, id = ""] = new RegExp(`^${secondaryWords.source}$`).exec(words) ?? [];
  if (own !== "") {
    const key = async (world: RehearsalWorld) => (secondary ? await world.cluster(secondary).filterKey() : id);
    return { words, path: async (world) => `${ofSecondary[own]}/${await key(world)}`, ...plain };
  }
  const [, phrase = "", name, mount] = /^([^"]*?)(?: "([^"]*)")??(?: at "([^"]*)")?$/.exec(words) ?? [];
  const one = single[phrase];
  if (one) return { words, path: async () => mounted(one, mount, one.path), ...plain };
  const kind = kinds[phrase];
  if (!kind || name === undefined) throw new Error(`no sentence knows the object ${words}`);
  const key = (world: RehearsalWorld) => (kind.keyOf ?? filled)(world, name);
  return {
    words,
    conversions: kind.conversions ?? {},
    other: async (world, what) => {
      const other = kind.others?.[what];
      if (other === undefined) throw new Error(`${words} has no ${what}`);
      return `${mounted(kind, mount, other)}/${await key(world)}`;
    },
    path: async (world) => `${mounted(kind, mount, kind.path)}/${await key(world)}`,
    ...(kind.isListed === false
      ? {}
      : { list: resourceList(`${pluralOf(phrase)}${mount === undefined ? "" : ` at "${mount}"`}`), key }),
  };
}

function resourceList(words: string): ResourceList {
  const [, phrase = "", mount] = /^([^"]*?)(?: (?:at|below) "([^"]*)")?$/.exec(words) ?? [];
  const nameOf = (_: RehearsalWorld, key: string) => key;
  if (phrase === "objects") return { words, path: mount ?? "", hasFields: false, nameOf };
  if (phrase === "leases") return { words, path: `sys/leases/lookup/${mount}`, hasFields: false, nameOf };
  const [, kind] = Object.entries(kinds).find(([singular]) => pluralOf(singular) === phrase) ?? [];
  if (!kind) throw new Error(`no sentence knows the list of ${words}`);
  const { hasFields = false } = kind;
  return { words, path: mounted(kind, mount, kind.list ?? kind.path), hasFields, nameOf: kind.nameOf ?? nameOf };
}

defineParameterType({ name: "resource", regexp: resourceWords, transformer: resource });
defineParameterType({ name: "resources", regexp: listWords, transformer: resourceList });
