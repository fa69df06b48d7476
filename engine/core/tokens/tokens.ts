import { Problem } from "../../api/problem.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { LruCache } from "../collections/lru-cache.ts";
import { keyedMutex } from "../concurrency/keyed-mutex.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import { lettersOf, randomText } from "../naming/random-names.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import type { ExpiryQueue } from "../time/expiry-queue.ts";
import { completeToken, type NewToken, recordOf, type Token, type TokenRecord, tokenOf } from "./token.ts";

/** Length in characters of a generated service token of the root namespace, as in the reference. */
const serviceTokenLength = 95;
const servicePrefix = "hvs.";

/** Number of letters and digits of a key without its namespace, as of the reference's accessors: 142 bits. */
const keyLetters = 24;
const keyDigits = 40;

const stored = collection<TokenRecord>("local", "token/");
const childFolder = "token-child/";

const maxCachedTokens = 10_000;

const maxAttempts = 16;

/** Commit in progress. The promise is inside an object, so that it is not awaited by accident. */
type Committed = Readonly<{ committed: Promise<void> }>;

type Window = Readonly<{ after?: string; limit: number }>;

/**
 * Service tokens of one cluster; they are not replicated. Tokens are looked up by a digest of their text and a secret
 * salt, so that the duration of a lookup does not reveal whether a guess is close to a valid text.
 */
export class Tokens {
  readonly #storage: Storage;
  readonly #entropy: Entropy;
  readonly #cryptography: Cryptography;
  readonly #salt: string;
  readonly #expiry: Pick<ExpiryQueue, "put" | "remove">;
  readonly #holds: (parent: string | null) => boolean | Promise<boolean>;
  readonly #withLock = keyedMutex();
  readonly #cached = new LruCache<string, Token>({ limit: maxCachedTokens });
  /** Keys of recently used tokens by text, so that a request's text need not be hashed. */
  readonly #keys = new LruCache<string, string>({ limit: maxCachedTokens });
  /** Keys of tokens that are being removed. They are invalid although still stored. */
  readonly #removing = new Set<string>();
  /** Number of changes and removals so far, compared by readers so that they do not cache outdated data. */
  #changes = 0;
  /** Increases when a token is removed or its lifetime shortened, which may invalidate descendants. */
  #lineageVersion = 0;

  constructor(options: {
    storage: Storage;
    entropy: Entropy;
    cryptography: Cryptography;
    salt: string;
    expiry: Pick<ExpiryQueue, "put" | "remove">;
    /** True if `parent` and its ancestors are valid. Synchronous if the result is cached; see `#commitBelow`. */
    holds: (parent: string | null) => boolean | Promise<boolean>;
  }) {
    this.#storage = options.storage;
    this.#entropy = options.entropy;
    this.#cryptography = options.cryptography;
    this.#salt = options.salt;
    this.#expiry = options.expiry;
    this.#holds = options.holds;
  }

  get lineageVersion(): number {
    return this.#lineageVersion;
  }

  keyOf(text: string): string {
    const digits = this.#cryptography.sha256(`${this.#salt} ${text}`).slice(0, keyDigits);
    return lettersOf(digits).slice(0, keyLetters) + namespaceEnding(text);
  }

  /** Creates a token. Throws a Problem if the text `id` is in use, or if the parent is or becomes invalid. */
  create(wanted: NewToken, id?: string): Promise<{ token: Token; text: string }> {
    const name = id ?? servicePrefix + randomText(this.#entropy, serviceTokenLength - servicePrefix.length);
    const text = wanted.namespace === rootNamespace.id ? name : `${name}.${wanted.namespace}`;
    const key = this.keyOf(text);
    return id === undefined
      ? this.#create(wanted, key, text)
      : this.#withLock(key, async () => {
          if (await this.find(key)) throw new Problem("refused", "cannot create a token with a duplicate ID");
          return this.#create(wanted, key, text);
        });
  }

  async #create(wanted: NewToken, key: string, text: string): Promise<{ token: Token; text: string }> {
    const token = completeToken(wanted, key);
    const changes: StorageChange[] = [stored.put(key, recordOf(token))];
    if (token.expiresAt !== null) changes.push(this.#expiry.put(key, token.expiresAt));
    if (token.parent === null) await this.#storage.commit(changes);
    else {
      changes.push(childChange(token.parent, key, ""));
      await this.#createBelow(token.parent, changes);
    }
    this.#cached.set(key, token);
    this.#keys.set(text, key);
    return { token, text };
  }

  async #createBelow(parent: string, changes: readonly StorageChange[]): Promise<void> {
    for (let attempts = 0; attempts <= maxAttempts; attempts += 1) {
      const outcome = this.#commitBelow(parent, changes);
      if (!(outcome instanceof Promise)) return await outcome.committed;
      if (!(await outcome)) throw new Problem("bad token", "permission denied");
    }
    throw new Problem("unavailable", "too many tokens end at this moment");
  }

  /**
   * Commits `changes` if `parent` is known to be valid. Otherwise checks `parent`, and resolves to true if another
   * attempt is worthwhile. This method and `#isAlive` must stay synchronous up to the call of `commit`, so that no
   * other request runs between the check and the commit. Otherwise a child could be stored after its parent's end has
   * collected the children to remove.
   */
  #commitBelow(parent: string, changes: readonly StorageChange[]): Committed | Promise<boolean> {
    const isAlive = this.#isAlive(parent);
    return isAlive === true ? { committed: this.#storage.commit(changes) } : Promise.resolve(isAlive);
  }

  /**
   * True if a token with this key exists and its ancestors are valid. If the result is cached, it is returned
   * synchronously, and holds until the caller yields to the event loop.
   */
  #isAlive(key: string): boolean | Promise<boolean> {
    const cached = this.#cached.get(key);
    return cached ? this.#holds(cached.parent) : this.find(key).then((token) => token !== undefined);
  }

  async find(key: string): Promise<Token | undefined> {
    const cached = this.#cached.get(key);
    if (cached) return cached;
    const changes = this.#changes;
    const token = await this.readUncached(key);
    // The removal of the token may have begun during the read.
    if (this.#removing.has(key)) return undefined;
    // If any token changed during the read, the result may be outdated and is not cached.
    if (token && changes === this.#changes) this.#cached.set(key, token);
    return token;
  }

  async readUncached(key: string): Promise<Token | undefined> {
    const cached = this.#cached.get(key);
    if (cached) return cached;
    const record = this.#removing.has(key) ? undefined : await stored.read(this.#storage, key);
    return record && !this.#removing.has(key) ? tokenOf(key, record) : undefined;
  }

  findByText(text: string): Token | Promise<Token | undefined> {
    const known = this.#keys.get(text);
    if (known === undefined) return this.#lookUp(text);
    return this.#cached.get(known) ?? this.find(known);
  }

  async #lookUp(text: string): Promise<Token | undefined> {
    const token = await this.find(this.keyOf(text));
    if (token) this.#keys.set(text, token.key);
    return token;
  }

  /**
   * Replaces a token by the result of `revise`. Returns undefined if there is no such token, or if `revise` returns
   * undefined.
   */
  change(key: string, revise: (token: Token) => Token | undefined): Promise<Token | undefined> {
    return this.#withLock(key, async () => {
      for (;;) {
        const revision = this.#revise(key, revise);
        if (revision !== "uncached") return revision;
        if (!(await this.find(key))) return undefined;
      }
    });
  }

  /**
   * Commits the result of `revise` for a cached token; returns "uncached" if it is not cached. Must stay synchronous up
   * to the call of `commit`: no other request may run between the check and the commit, so that a removed token is not
   * stored again.
   */
  #revise(key: string, revise: (token: Token) => Token | undefined): "uncached" | Promise<Token> | undefined {
    const token = this.#cached.get(key);
    if (!token) return "uncached";
    const next = revise(token);
    if (!next) return undefined;
    return this.#storage.commit(this.#changesTo(token, next)).then(() => {
      this.#changes += 1;
      if (expiryOf(next) < expiryOf(token)) this.#lineageVersion += 1;
      // The token may have been removed during the commit.
      if (this.#cached.has(key)) this.#cached.set(key, next);
      return next;
    });
  }

  #changesTo(token: Token, next: Token): readonly StorageChange[] {
    const { key } = token;
    const changes: StorageChange[] = [stored.put(key, recordOf(next))];
    if (token.expiresAt !== next.expiresAt) {
      if (token.expiresAt !== null) changes.push(this.#expiry.remove(key, token.expiresAt));
      if (next.expiresAt !== null) changes.push(this.#expiry.put(key, next.expiresAt));
    }
    if (token.parent !== null && next.parent === null) changes.push(childChange(token.parent, key, null));
    return changes;
  }

  /**
   * Removes tokens in one commit, together with the changes `more`. From the call on, no request finds the tokens,
   * unless the commit fails.
   */
  async remove(tokens: readonly Token[], more: readonly StorageChange[]): Promise<void> {
    for (const { key } of tokens) {
      this.#removing.add(key);
      this.#cached.delete(key);
    }
    this.#lineageVersion += 1;
    try {
      await this.#storage.commit([...tokens.flatMap((token) => this.#removal(token)), ...more]);
    } finally {
      this.#changes += 1;
      this.#lineageVersion += 1;
      for (const { key } of tokens) this.#removing.delete(key);
    }
  }

  #removal({ key, parent, expiresAt }: Token): readonly StorageChange[] {
    return [
      stored.remove(key),
      ...(parent === null ? [] : [childChange(parent, key, null)]),
      ...(expiresAt === null ? [] : [this.#expiry.remove(key, expiresAt)]),
    ];
  }

  childrenOf(key: string, window: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", `${childFolder}${key}/`, window);
  }

  childEntries(window: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", childFolder, window);
  }

  static forgetChild(parent: string, child: string): StorageChange {
    return childChange(parent, child, null);
  }

  async isStored(start: string): Promise<boolean> {
    return (await this.#storage.keys("local", `token/${start}`, { limit: 1 })).length > 0;
  }

  keys(window?: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", "token/", window);
  }
}

/** Returns the namespace id in a token's key. A key without one belongs to the root namespace. */
export function namespaceOfKey(key: string): string {
  const dot = key.indexOf(".");
  return dot < 0 ? rootNamespace.id : key.slice(dot + 1);
}

function namespaceEnding(text: string): string {
  const dot = text.indexOf(".", text.startsWith(servicePrefix) ? servicePrefix.length : 0);
  return dot < 0 ? "" : text.slice(dot);
}

function childChange(parent: string, child: string, value: "" | null): StorageChange {
  return { space: "local", key: `${childFolder}${parent}/${child}`, value };
}

function expiryOf({ expiresAt }: Token): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}
