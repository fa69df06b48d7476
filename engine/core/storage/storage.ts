import type { Json } from "../../api/json.ts";
import { LruCache } from "../collections/lru-cache.ts";

/**
 * Where a key lives: `shared` keys are replicated from the primary of a replication set, `local` keys belong to one cluster.
 * The two are apart by construction: no key is in both.
 */
export type Space = "shared" | "local";

/** One change of one key in one space. A value of `null` deletes it. */
export type StorageChange = Readonly<{ space: Space; key: string; value: string | null }>;

/** Which of many keys: those after `after`, at most `limit` of them (default: all). */
export type Window = Readonly<{ after?: string; limit?: number }>;

/** The keys and values of one mount, or of the core itself; keys are relative to it. */
export interface Storage {
  read(space: Space, key: string): Promise<string | undefined>;
  /** Keys below `prefix`, without it, in order. */
  keys(space: Space, prefix: string, window?: Window): Promise<readonly string[]>;
  /**
   * The one write path: all of the changes or none. Shared changes are one entry of the write log. A batch has its place in the order of all
   * batches by the time the call returns: of two, the one that was handed over first holds first.
   */
  commit(changes: readonly StorageChange[]): Promise<void>;
}

/** A named kind of stored object: JSON values of type `T` under `prefix`. */
export type Collection<T> = Readonly<{
  /** What is read is shared by all readers and must not be changed. */
  read(storage: Storage, name: string): Promise<T | undefined>;
  /** The same, without keeping it ready for the next reader: who looks at each of many once would drive out what each request reads. */
  readUncached(storage: Storage, name: string): Promise<T | undefined>;
  names(storage: Storage, window?: Window): Promise<readonly string[]>;
  put(name: string, value: T): StorageChange;
  /** Spares the next reader of `change` the parsing: `value` is what it holds, and must not be changed any more. */
  remember(storage: Storage, change: StorageChange, value: T): void;
  remove(name: string): StorageChange;
  /** The name of the object that `key` holds, or undefined when it holds none of this kind. */
  nameOf(key: string): string | undefined;
}>;

/** Keys of one storage of whose text it is kept ready what it says, and how long it may be. */
const readyTexts = 1_000;
const readyCharacters = 8_192;

type Meaning = Readonly<{ text: string; meaning: unknown }>;

/** What texts say that were read of late, by their keys: most is read far more often than it changes. It goes with the storage. */
const ready = new WeakMap<Storage, LruCache<string, Meaning>>();

function meaningOf(storage: Storage, key: string, text: string): unknown {
  const known = ready.get(storage)?.get(key);
  if (known?.text === text) return known.meaning;
  const meaning: unknown = JSON.parse(text);
  remember(storage, key, { text, meaning });
  return meaning;
}

function remember(storage: Storage, key: string, known: Meaning): void {
  if (known.text.length > readyCharacters) return;
  let texts = ready.get(storage);
  if (!texts) {
    texts = new LruCache({ limit: readyTexts });
    ready.set(storage, texts);
  }
  texts.set(key, known);
}

/** Declares a collection, such as `collection<Role>("shared", "role/")`. */
export function collection<T extends Json | object>(space: Space, prefix: string): Collection<T> {
  return {
    async read(storage, name) {
      const text = await storage.read(space, prefix + name);
      return text === undefined ? undefined : (meaningOf(storage, prefix + name, text) as T);
    },
    async readUncached(storage, name) {
      const text = await storage.read(space, prefix + name);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    names: (storage, window) => storage.keys(space, prefix, window),
    put: (name, value) => ({ space, key: prefix + name, value: JSON.stringify(value) }),
    remember(storage, { key, value: text }, value) {
      if (text !== null) remember(storage, key, { text, meaning: value });
    },
    remove: (name) => ({ space, key: prefix + name, value: null }),
    nameOf: (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined),
  };
}
