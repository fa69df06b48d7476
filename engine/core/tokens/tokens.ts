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

/** Service tokens are 95 characters, as the reference's are. */
const serviceTokenLength = 95;
const servicePrefix = "hvs.";

/** Letters of a key that stand for a digest, as many as the reference's accessors have: 142 bits, so that no two collide. */
const keyLetters = 24;
const keyDigits = 40;

const stored = collection<TokenRecord>("local", "token/");
/** Where it stands which tokens hang on which: the name says all. */
const childFolder = "token-child/";

/** Tokens kept in memory, so that a request does not read the store. */
const metLimit = 10_000;

/** How often a new child looks again whether its parent stands, when tokens end meanwhile. */
const maxLooks = 16;

/** A batch that was handed over. An object, so that nothing waits for it in passing. */
type Committed = Readonly<{ committed: Promise<void> }>;

/** Part of the names of something stored, in order. */
type Window = Readonly<{ after?: string; limit: number }>;

/**
 * The service tokens of one cluster. They never leave it. They are looked up by the digest of their text and a salt that no client
 * outside knows: how long a look-up takes says nothing of how near a guess came, since near texts have unlike digests.
 */
export class Tokens {
  readonly #storage: Storage;
  readonly #entropy: Entropy;
  readonly #cryptography: Cryptography;
  readonly #salt: string;
  readonly #expiry: Pick<ExpiryQueue, "put" | "remove">;
  readonly #holds: (parent: string | null) => boolean | Promise<boolean>;
  readonly #withLock = keyedMutex();
  readonly #met = new LruCache<string, Token>({ limit: metLimit });
  /** Keys by the texts of tokens that were met: a request that comes again need not work it out again. */
  readonly #keys = new LruCache<string, string>({ limit: metLimit });
  /** Tokens that are being removed: they are gone already, whatever the store still says. */
  readonly #leaving = new Set<string>();
  /** Counts what was changed or removed, so that no reader caches what was read before. */
  #changes = 0;
  /** Counts what may have cut a token off from those it hangs on: one was removed, or ends sooner. */
  #lineageVersion = 0;

  constructor(options: {
    storage: Storage;
    entropy: Entropy;
    cryptography: Cryptography;
    salt: string;
    expiry: Pick<ExpiryQueue, "put" | "remove">;
    /** Whether the line from this parent up holds. Has to be synchronous where that is known, see `#commitBelow`. */
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

  /** Makes a token, of the text `id` if one is given. Throws a Problem when that is taken, or the parent is gone meanwhile. */
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
    this.#met.set(key, token);
    this.#keys.set(text, key);
    return { token, text };
  }

  /** Commits `changes` once the token `parent` is known to stand. Throws a Problem where it does not, or others end all the while. */
  async #createBelow(parent: string, changes: readonly StorageChange[]): Promise<void> {
    for (let looks = 0; looks <= maxLooks; looks += 1) {
      const outcome = this.#commitBelow(parent, changes);
      if (!(outcome instanceof Promise)) return await outcome.committed;
      if (!(await outcome)) throw new Problem("bad token", "permission denied");
    }
    throw new Problem("unavailable", "too many tokens end at this moment");
  }

  /**
   * Commits `changes` if the token `parent` is known to stand; else finds out, and returns a promise of whether it is worth looking again.
   * Synchronous on purpose, up to the call of `commit`: no other request runs between the look and the commit, so no child is written
   * behind those that its parent's end takes with it. Neither function may become async.
   */
  #commitBelow(parent: string, changes: readonly StorageChange[]): Committed | Promise<boolean> {
    const stands = this.#stands(parent);
    return stands === true ? { committed: this.#storage.commit(changes) } : Promise.resolve(stands);
  }

  /**
   * Whether there is a token under `key` and its line holds. Synchronous where that is known: a caller may rely on it for as long as it
   * gives no other request a turn.
   */
  #stands(key: string): boolean | Promise<boolean> {
    const met = this.#met.get(key);
    return met ? this.#holds(met.parent) : this.find(key).then((token) => token !== undefined);
  }

  async find(key: string): Promise<Token | undefined> {
    const met = this.#met.get(key);
    if (met) return met;
    const changes = this.#changes;
    const token = await this.readUncached(key);
    // It may have begun to leave since it was read.
    if (this.#leaving.has(key)) return undefined;
    // What changed meanwhile may be this very token: what was read is then not kept.
    if (token && changes === this.#changes) this.#met.set(key, token);
    return token;
  }

  /** The token, without remembering that it was met. */
  async readUncached(key: string): Promise<Token | undefined> {
    const met = this.#met.get(key);
    if (met) return met;
    const record = this.#leaving.has(key) ? undefined : await stored.read(this.#storage, key);
    return record && !this.#leaving.has(key) ? tokenOf(key, record) : undefined;
  }

  /** The token of this text; at once where it was met. */
  findByText(text: string): Token | Promise<Token | undefined> {
    const known = this.#keys.get(text);
    if (known === undefined) return this.#lookUp(text);
    return this.#met.get(known) ?? this.find(known);
  }

  /** The texts of those that are there are remembered, never a guess. */
  async #lookUp(text: string): Promise<Token | undefined> {
    const token = await this.find(this.keyOf(text));
    if (token) this.#keys.set(text, token.key);
    return token;
  }

  /** Replaces a token by what `revise` makes of it. Undefined when it is gone, or `revise` wants no other. */
  change(key: string, revise: (token: Token) => Token | undefined): Promise<Token | undefined> {
    return this.#withLock(key, async () => {
      for (;;) {
        const revision = this.#revise(key, revise);
        if (revision !== "unmet") return revision;
        if (!(await this.find(key))) return undefined;
      }
    });
  }

  /**
   * Commits what `revise` makes of a token that is in memory. Synchronous on purpose, up to the call of `commit`: no other request runs
   * between the look and the commit, so a token that is removed meanwhile is not written again. Must not become async.
   */
  #revise(key: string, revise: (token: Token) => Token | undefined): "unmet" | Promise<Token> | undefined {
    const token = this.#met.get(key);
    if (!token) return "unmet";
    const next = revise(token);
    if (!next) return undefined;
    return this.#storage.commit(this.#changesTo(token, next)).then(() => {
      this.#changes += 1;
      if (expiryOf(next) < expiryOf(token)) this.#lineageVersion += 1;
      // It may have been removed while it was written.
      if (this.#met.has(key)) this.#met.set(key, next);
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

  /** Removes tokens; from the call on no request finds them. `more` holds with it or not at all. */
  async remove(tokens: readonly Token[], more: readonly StorageChange[]): Promise<void> {
    for (const { key } of tokens) {
      this.#leaving.add(key);
      this.#met.delete(key);
    }
    this.#lineageVersion += 1;
    try {
      await this.#storage.commit([...tokens.flatMap((token) => this.#removal(token)), ...more]);
    } finally {
      this.#changes += 1;
      this.#lineageVersion += 1;
      for (const { key } of tokens) this.#leaving.delete(key);
    }
  }

  #removal({ key, parent, expiresAt }: Token): readonly StorageChange[] {
    return [
      stored.remove(key),
      ...(parent === null ? [] : [childChange(parent, key, null)]),
      ...(expiresAt === null ? [] : [this.#expiry.remove(key, expiresAt)]),
    ];
  }

  /** Keys of the tokens that have `key` for a parent. */
  childrenOf(key: string, window: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", `${childFolder}${key}/`, window);
  }

  /** All parents and their children, each as one name `parent/child`. */
  kinships(window: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", childFolder, window);
  }

  /** The change that forgets a child of which no token is left. */
  static forgetChild(parent: string, child: string): StorageChange {
    return childChange(parent, child, null);
  }

  /** Whether a token is stored whose key starts like this. */
  async isStored(start: string): Promise<boolean> {
    return (await this.#storage.keys("local", `token/${start}`, { limit: 1 })).length > 0;
  }

  keys(window?: Window): Promise<readonly string[]> {
    return this.#storage.keys("local", "token/", window);
  }
}

/** A key says which namespace its token belongs to: that of a root namespace's token says nothing. */
export function namespaceOfKey(key: string): string {
  const dot = key.indexOf(".");
  return dot < 0 ? rootNamespace.id : key.slice(dot + 1);
}

/** The dot and the id of a namespace at the end of a token's text; "" where there is none. */
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
