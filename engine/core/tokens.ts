import type { Auth } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { Instant } from "../ports/clock.ts";
import type { Cryptography } from "../ports/cryptography.ts";
import type { Entropy } from "../ports/entropy.ts";
import { randomName } from "./naming.ts";
import { collection, type Storage, type StorageChange } from "./storage.ts";

/** A token as it is stored, under the HMAC of its text: the text itself is nowhere. */
export type Token = Readonly<{
  /** HMAC of the token's text: the name it is stored and referred to by. */
  key: string;
  accessor: string;
  /** Id of the namespace it belongs to: outside of its subtree it is worth nothing. */
  namespace: string;
  /** The entity behind it; "" when there is none. */
  entityId: string;
  /** Without `default` when `noDefaultPolicy` was asked for; sorted. */
  policies: readonly string[];
  /** Path of the request that made it, such as `auth/cloud/login`. */
  path: string;
  metadata: Readonly<Record<string, string>> | null;
  displayName: string;
  createdAt: Instant;
  /** Seconds it was made for; 0 when it never ends. */
  creationTtlSeconds: number;
  /** Null when it never ends. */
  expiresAt: Instant | null;
  lastRenewedAt: Instant | null;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  /** Uses left; 0 means without limit, -1 that the last one is being made. */
  uses: number;
  boundCidrs: readonly string[];
  orphan: boolean;
  renewable: boolean;
  parent: string | null;
  /** The mount whose login made it, and what that mount wants to know at renewal. */
  mount: string | null;
  internal: JsonObject;
}>;

/** What a new token shall be; what is derived is left out. */
export type NewToken = Omit<Token, "key" | "accessor" | "lastRenewedAt"> & Readonly<{ id?: string }>;

/** Service tokens are 95 characters, as the reference's are. */
const serviceTokenLength = 95;
const servicePrefix = "hvs.";
const accessorLength = 24;

const stored = collection<Token>("local", "token/");
const accessors = collection<string>("local", "accessor/");
const children = (parent: string) => collection<true>("local", `token-child/${parent}/`);

/** Tokens kept in memory, so that a request does not read the store; the longest unseen goes first. */
const metLimit = 10_000;

/** The tokens of one cluster. They never leave it. */
export class Tokens {
  readonly #storage: Storage;
  readonly #entropy: Entropy;
  readonly #cryptography: Cryptography;
  readonly #salt: string;
  readonly #met = new Map<string, Token>();
  /** The HMACs of the texts of tokens that were met, both ways: a request that comes again need not work it out again. */
  readonly #keys = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  /** Counts what was changed or removed, so that nobody keeps what was read before. */
  #changes = 0;

  constructor(options: { storage: Storage; entropy: Entropy; cryptography: Cryptography; salt: string }) {
    this.#storage = options.storage;
    this.#entropy = options.entropy;
    this.#cryptography = options.cryptography;
    this.#salt = options.salt;
  }

  keyOf(text: string): string {
    return this.#cryptography.hmac(this.#salt, text);
  }

  async create(wanted: NewToken): Promise<{ token: Token; text: string }> {
    const { id, ...rest } = wanted;
    const text = id ?? servicePrefix + randomName(this.#entropy, serviceTokenLength - servicePrefix.length);
    const key = this.keyOf(text);
    if (id && (await this.find(key))) throw new Problem("refused", "cannot create a token with a duplicate ID");
    const token = { ...rest, key, accessor: randomName(this.#entropy, accessorLength), lastRenewedAt: null };
    const changes: StorageChange[] = [stored.put(key, token), accessors.put(token.accessor, key)];
    if (token.parent) changes.push(children(token.parent).put(key, true));
    await this.#storage.commit(changes);
    this.#remember(token);
    return { token, text };
  }

  async find(key: string): Promise<Token | undefined> {
    const met = this.#met.get(key);
    if (met) return met;
    const changes = this.#changes;
    const token = await stored.read(this.#storage, key);
    // What changed meanwhile may be this very token: what was read is then not kept.
    if (token && changes === this.#changes) this.#remember(token);
    return token;
  }

  /** The token of this text. The texts of those that are there are remembered, never a guess. */
  async findByText(text: string): Promise<Token | undefined> {
    const known = this.#keys.get(text);
    if (known !== undefined) return this.find(known);
    const token = await this.find(this.keyOf(text));
    if (token) {
      this.#keys.set(text, token.key);
      this.#texts.set(token.key, text);
    }
    return token;
  }

  async findByAccessor(accessor: string): Promise<Token | undefined> {
    const key = await accessors.read(this.#storage, accessor);
    return key === undefined ? undefined : this.find(key);
  }

  async update(token: Token): Promise<void> {
    await this.#storage.commit([stored.put(token.key, token)]);
    this.#changes += 1;
    this.#remember(token);
  }

  async remove(token: Token): Promise<void> {
    const changes = [stored.remove(token.key), accessors.remove(token.accessor)];
    if (token.parent) changes.push(children(token.parent).remove(token.key));
    await this.#storage.commit(changes);
    this.#changes += 1;
    this.#forget(token.key);
  }

  childrenOf(key: string): Promise<readonly string[]> {
    return children(key).names(this.#storage);
  }

  all(): Promise<readonly string[]> {
    return stored.names(this.#storage);
  }

  #remember(token: Token): void {
    this.#met.delete(token.key);
    this.#met.set(token.key, token);
    const [oldest] = this.#met.size > metLimit ? this.#met.keys() : [];
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(key: string): void {
    this.#met.delete(key);
    const text = this.#texts.get(key);
    this.#texts.delete(key);
    if (text !== undefined) this.#keys.delete(text);
  }
}

/** The `auth` part of an answer that hands out `token`. */
export function authOf(token: Token, text: string, secondsLeft: number): Auth {
  return {
    client_token: text,
    accessor: token.accessor,
    policies: token.policies,
    token_policies: token.policies,
    metadata: token.metadata,
    lease_duration: secondsLeft,
    renewable: token.renewable,
    entity_id: token.entityId,
    token_type: "service",
    orphan: token.orphan,
    mfa_requirement: null,
    num_uses: token.uses,
  };
}
