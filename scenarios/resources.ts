import { defineParameterType } from "@cucumber/cucumber";
import { filled } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

/** An object of the API that a sentence names: its path, and the list that contains its name. */
export type Resource = Readonly<{
  /** The words of the sentence, such as `cloud role "painter"`. */
  words: string;
  path: (world: RehearsalWorld) => Promise<string>;
  /** Undefined for an object of which there is only one. */
  list?: ResourceList;
  /** The object's name in the list. Undefined where {@link list} is. */
  key?: (world: RehearsalWorld) => Promise<string>;
}>;

/** A list of the API that a sentence names. */
export type ResourceList = Readonly<{
  words: string;
  path: string;
  /** Returns the name in sentences of a key of the list. */
  nameOf: (world: RehearsalWorld, key: string) => string;
}>;

/**
 * One kind of objects that have names. `mount` is the path of the mount in sentences without `at`; objects without a
 * mount have none. `keyOf` returns the name in the API; default: the name with words in braces replaced.
 */
type Kind = Readonly<{
  mount?: string;
  path: string;
  list?: string;
  keyOf?: (world: RehearsalWorld, name: string) => Promise<string>;
  nameOf?: (world: RehearsalWorld, key: string) => string;
}>;

/** The kinds of objects by the singular of their name in sentences. The plural has an `s`, or `ies` for `y`. */
const kinds: Readonly<Record<string, Kind>> = {
  policy: { path: "sys/policies/acl" },
};

/** Objects of which a mount or a cluster has one, by their name in sentences. */
const single: Readonly<Record<string, Readonly<{ mount?: string; path: string }>>> = {};

/** Matches an object that is named by its path. */
const pathWords = /object at "([^"]*)"/;

function pluralOf(kind: string): string {
  return kind.endsWith("y")
    ? `${kind.slice(0, -1)}ies`
    : kind.startsWith("access list entry")
      ? kind.replace("entry", "entries")
      : `${kind}s`;
}

const alternatives = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join("|");
const at = `(?: at "[^"]*")?`;

/** Matches one object, without its article: `cloud role "painter"`, `connection "main" at "other"`, `client configuration`. */
const resourceWords = new RegExp(
  [
    `(?:${alternatives(Object.keys(kinds))}) "[^"]*"${at}`,
    ...Object.keys(single).map((name) => `${name}${at}`),
    pathWords.source.replace("(", "(?:"),
  ].join("|"),
);

/** Matches all objects of a kind: `cloud roles`, `connections at "other"`. */
const listWords = new RegExp(`(?:(?:${alternatives(Object.keys(kinds).map(pluralOf))})${at})|objects at "[^"]*"`);

function mounted(mount: string | undefined, path: string): string {
  return mount === undefined ? path : `${mount}/${path}`;
}

function resource(words: string): Resource {
  const [, path] = new RegExp(`^${pathWords.source}$`).exec(words) ?? [];
  if (path !== undefined) return { words, path: (world) => filled(world, path) };
  const [, phrase = "", name, mount] = /^([^"]*?)(?: "([^"]*)")??(?: at "([^"]*)")?$/.exec(words) ?? [];
  const one = single[phrase];
  if (one) return { words, path: async () => mounted(mount ?? one.mount, one.path) };
  const kind = kinds[phrase];
  if (!kind || name === undefined) throw new Error(`no sentence knows the object ${words}`);
  const key = (world: RehearsalWorld) => (kind.keyOf ?? filled)(world, name);
  return {
    words,
    path: async (world) => `${mounted(mount ?? kind.mount, kind.path)}/${await key(world)}`,
    list: resourceList(`${pluralOf(phrase)}${mount === undefined ? "" : ` at "${mount}"`}`),
    key,
  };
}

function resourceList(words: string): ResourceList {
  const [, phrase = "", mount] = /^([^"]*?)(?: at "([^"]*)")?$/.exec(words) ?? [];
  const nameOf = (_: RehearsalWorld, key: string) => key;
  if (phrase === "objects") return { words, path: mount ?? "", nameOf };
  const [, kind] = Object.entries(kinds).find(([singular]) => pluralOf(singular) === phrase) ?? [];
  if (!kind) throw new Error(`no sentence knows the list of ${words}`);
  return { words, path: mounted(mount ?? kind.mount, kind.list ?? kind.path), nameOf: kind.nameOf ?? nameOf };
}

defineParameterType({ name: "resource", regexp: resourceWords, transformer: resource });
defineParameterType({ name: "resources", regexp: listWords, transformer: resourceList });
