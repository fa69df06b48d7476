import type { Json } from "../../api/json.ts";
import { LruCache } from "../collections/lru-cache.ts";

/**
 * Space of a key: `shared` keys are replicated from the primary of a replication set, `local` keys belong to one
 * cluster. The same key may be in both spaces, with two independent values.
 */
export type Space = "shared" | "local";

export type StorageChange = Readonly<{ space: Space; key: string; value: string | null }>;

/** Range of keys to list: at most `limit` keys after `after` (default: all). */
export type Window = Readonly<{ after?: string; limit?: number }>;

/** Keys and values of one mount, or of the core for one namespace. Keys are relative to this owner. */
export interface Storage {
  read(space: Space, key: string): Promise<string | undefined>;
  /** Lists the keys below `prefix` in order, without the prefix. */
  keys(space: Space, prefix: string, window?: Window): Promise<readonly string[]>;
  /**
   * Saves all changes or none. The shared changes are one entry of the write log. Batches with only local changes are
   * saved in the order of the calls.
   */
  commit(changes: readonly StorageChange[]): Promise<void>;
}

export type Collection<T> = Readonly<{
  /** Reads an object. The result may be shared by all readers and must not be modified. */
  read(storage: Storage, name: string): Promise<T | undefined>;
  /** Reads an object without caching it, for scans, which would evict objects that requests need. */
  readUncached(storage: Storage, name: string): Promise<T | undefined>;
  names(storage: Storage, window?: Window): Promise<readonly string[]>;
  put(name: string, value: T): StorageChange;
  /** Caches `value`, the parsed value of `change`, for the next read. It must not be modified afterwards. */
  remember(storage: Storage, change: StorageChange, value: T): void;
  remove(name: string): StorageChange;
  /** Returns the name of the object that has this key; undefined for keys of other kinds. */
  nameOf(key: string): string | undefined;
}>;

const maxCachedValues = 1_000;

const maxCachedCharacters = 8_192;

type ParsedText = Readonly<{ text: string; value: unknown }>;

const parsedTexts = new WeakMap<Storage, LruCache<string, ParsedText>>();

function parse(storage: Storage, key: string, text: string): unknown {
  const cached = parsedTexts.get(storage)?.get(key);
  if (cached?.text === text) return cached.value;
  const value: unknown = JSON.parse(text);
  remember(storage, key, { text, value });
  return value;
}

function remember(storage: Storage, key: string, cached: ParsedText): void {
  if (cached.text.length > maxCachedCharacters) return;
  let texts = parsedTexts.get(storage);
  if (!texts) {
    texts = new LruCache({ limit: maxCachedValues });
    parsedTexts.set(storage, texts);
  }
  texts.set(key, cached);
}

export function collection<T extends Json | object>(space: Space, prefix: string): Collection<T> {
  return {
    async read(storage, name) {
      const text = await storage.read(space, prefix + name);
      return text === undefined ? undefined : (parse(storage, prefix + name, text) as T);
    },
    async readUncached(storage, name) {
      const text = await storage.read(space, prefix + name);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    names: (storage, window) => storage.keys(space, prefix, window),
    put: (name, value) => ({ space, key: prefix + name, value: JSON.stringify(value) }),
    remember(storage, { key, value: text }, value) {
      if (text !== null) remember(storage, key, { text, value });
    },
    remove: (name) => ({ space, key: prefix + name, value: null }),
    nameOf: (key) => (key.startsWith(prefix) ? key.slice(prefix.length) : undefined),
  };
}
