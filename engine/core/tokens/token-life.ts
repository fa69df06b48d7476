import type { Auth } from "../../api/answer.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import { mapConcurrently } from "../concurrency/map-concurrently.ts";
import { andThen, type MaybePromise } from "../concurrency/maybe-promise.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import { leaseTime } from "../leases/lease-times.ts";
import type { TokenRequest } from "../mounts/mount-type.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import type { Realm } from "../namespaces/realm.ts";
import { pages } from "../storage/pages.ts";
import type { Storage } from "../storage/storage.ts";
import type { AgendaBook } from "../time/agenda.ts";
import { ExpiryQueue } from "../time/expiry-queue.ts";
import { BatchTokens } from "./batch-tokens.ts";
import { Lineage } from "./lineage.ts";
import { loginOrder } from "./login-order.ts";
import type { NewToken, Token } from "./token.ts";
import { type Ending, TokenEnds } from "./token-ends.ts";
import type { TokenOrder } from "./token-order.ts";
import { type RealmLookup, renewalTerms } from "./token-terms.ts";
import { TokenTidy } from "./token-tidy.ts";
import { authOf, describeToken, rootTokenPath } from "./token-view.ts";
import { namespaceOfKey, Tokens } from "./tokens.ts";
import { usedOnce } from "./uses.ts";

export type IssuedAuth = Readonly<{ auth: Auth; warnings: readonly string[] }>;

const maxConcurrentCleanups = 16;

const maxConcurrentEnds = 16;

export class TokenLife {
  readonly #ports: Ports;
  readonly #leases: LeaseLife;
  readonly #realms: RealmLookup;
  readonly #expiry: ExpiryQueue;
  readonly #tokens: Tokens;
  readonly #batch: BatchTokens;
  readonly #lineage: Lineage;
  readonly #ends: TokenEnds;
  readonly #tidy: TokenTidy;
  readonly #storage: Storage;

  constructor({
    storage,
    ports,
    leases,
    mounts,
    agenda,
    salt,
  }: {
    storage: Storage;
    ports: Ports;
    leases: LeaseLife;
    mounts: RealmLookup;
    agenda: AgendaBook;
    salt: string;
  }) {
    const { clock, entropy, cryptography, log } = ports;
    this.#ports = ports;
    this.#leases = leases;
    this.#realms = mounts;
    this.#storage = storage;
    const due = (key: string, when: Instant) => this.#endWhenDue(key, when);
    this.#expiry = new ExpiryQueue({ storage, prefix: "token-expiry/", clock, log, due });
    this.#tokens = new Tokens({
      storage,
      entropy,
      cryptography,
      salt,
      expiry: this.#expiry,
      holds: (parent) => this.#lineage.holds(parent),
    });
    this.#batch = new BatchTokens({ storage, entropy, cryptography });
    this.#ends = new TokenEnds({
      storage,
      tokens: this.#tokens,
      clock,
      agenda: agenda.of("token"),
      cleanUp: (endings) => this.#cleanUp(endings),
    });
    const isReleasing = (key: string) => this.#ends.isReleasing(key);
    this.#lineage = new Lineage({ tokens: this.#tokens, clock, isReleasing });
    this.#tidy = new TokenTidy({ storage, tokens: this.#tokens, ends: this.#ends, clock, log });
  }

  async resume(): Promise<void> {
    await this.#ends.resume();
    await this.#expiry.resume();
  }

  stop(): void {
    this.#expiry.stop();
    this.#ends.stop();
    this.#tidy.stop();
  }

  /** Creates a root token with this text, unless it exists: an initial, generated or development root token. */
  async ensureRoot(text: string, { isDevelopment = false } = {}): Promise<void> {
    if (await this.#tokens.find(this.#tokens.keyOf(text))) return;
    const endless = { createdAt: this.#ports.clock.now(), creationTtlSeconds: 0, expiresAt: null, renewable: false };
    const origin = isDevelopment
      ? { path: "auth/token/create", displayName: "token" }
      : { path: rootTokenPath, displayName: "root" };
    await this.#tokens.create({ ...origin, ...endless, namespace: rootNamespace.id, policies: ["root"] }, text);
  }

  /** Returns the token with this text and counts one use. Throws a Problem "bad token" if it is invalid. */
  authenticate(text: string): MaybePromise<Token> {
    return andThen(text === "" ? undefined : this.find(text), (token) =>
      token?.uses === "unlimited" ? token : this.#use(token),
    );
  }

  /** The token's lock makes sure that only one request gets the last use. */
  async #use(token: Token | undefined): Promise<Token> {
    const used = token && (await this.#tokens.change(token.key, oneUseLess));
    if (!used) throw new Problem("bad token", "permission denied");
    return used;
  }

  /**
   * Returns the token with this text if it is valid and, with `from`, visible in that namespace. Synchronous if the
   * token is cached.
   */
  find(text: string, from?: Realm): MaybePromise<Token | undefined> {
    const found = BatchTokens.isOne(text) ? this.#batch.open(text) : this.#tokens.findByText(text);
    return andThen(found, (token) => this.#ifGood(token, from));
  }

  /** Returns the valid token with this accessor; with `from`, only if it is visible in that namespace. */
  async findByAccessor(accessor: string, from?: Realm): Promise<Token | undefined> {
    return this.#ifGood(await this.#tokens.find(accessor), from);
  }

  #ifGood(token: Token | undefined, from: Realm | undefined): MaybePromise<Token | undefined> {
    if (!token || this.#isOver(token) || this.#isOrphanedByMount(token)) return undefined;
    if (from && !this.#isSeenFrom(token, from)) return undefined;
    return andThen(this.#lineage.holds(token.parent), (holds) => (holds ? token : undefined));
  }

  /** True if a stored token has a key that begins with `start`. */
  async isStored(start: string): Promise<boolean> {
    const [next] = await this.#tokens.keys({ after: start, limit: 1 });
    return next?.startsWith(start) ?? false;
  }

  #isSeenFrom(token: Token, { namespace }: Realm): boolean {
    if (namespace.id === rootNamespace.id) return true;
    return this.#realms.byId(token.namespace)?.namespace.path.startsWith(namespace.path) ?? false;
  }

  async accessorsOf({ namespace }: Realm): Promise<readonly string[]> {
    return (await this.#tokens.keys()).filter((key) => namespaceOfKey(key) === namespace.id);
  }

  issue(open: OpenMount, path: string, request: TokenRequest, entityId: string): Promise<IssuedAuth> {
    return this.create(loginOrder(open, path, request, entityId));
  }

  /** Creates a token. Only a root token may have no expiry. */
  async create({ wanted, limits, id }: TokenOrder): Promise<IssuedAuth> {
    const { explicitMaxTtlSeconds = 0, periodSeconds = 0 } = wanted;
    const now = this.#ports.clock.now();
    const expires = !wanted.policies.includes("root") || limits.ttlSeconds + periodSeconds + explicitMaxTtlSeconds > 0;
    const ttlSeconds = limits.ttlSeconds || rootTtl(wanted, explicitMaxTtlSeconds);
    const { seconds, warnings } = expires
      ? leaseTime({ ...limits, ttlSeconds, explicitMaxTtlSeconds, periodSeconds, issuedAt: now, now })
      : { seconds: 0, warnings: [] };
    const complete: NewToken = {
      ...wanted,
      createdAt: now,
      creationTtlSeconds: seconds,
      expiresAt: expires ? now + seconds * 1000 : null,
      // A root token without expiry has no bound CIDRs and is not renewable.
      ...(expires ? undefined : { renewable: false, boundCidrs: [] }),
    };
    const { token, text } =
      wanted.type === "batch" ? await this.#batch.create(batchForm(complete)) : await this.#tokens.create(complete, id);
    return { auth: await this.#authOf(token, text, seconds), warnings };
  }

  /**
   * Renews a token by the terms that its mount or role defines now. Throws a Problem if the token cannot be renewed.
   */
  async renew(token: Token, text: string, incrementSeconds: number): Promise<IssuedAuth> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be renewed");
    if (!token.renewable || token.expiresAt === null) throw new Problem("refused", "lease is not renewable");
    const terms = await renewalTerms(token, this.#realms);
    const now = this.#ports.clock.now();
    const { explicitMaxTtlSeconds, createdAt } = token;
    const request = { explicitMaxTtlSeconds, incrementSeconds, issuedAt: createdAt, now };
    const { seconds, warnings } = leaseTime({ ...terms, ...request });
    const renewed = await this.#tokens.change(token.key, (found) => ({
      ...found,
      expiresAt: now + seconds * 1000,
      lastRenewedAt: now,
    }));
    if (!renewed) throw new Problem("refused", "token not found");
    return { auth: await this.#authOf(renewed, text, seconds), warnings };
  }

  /** Ends a token, its descendants and their leases. Throws a Problem "refused" for a batch token. */
  async revoke(token: Token): Promise<void> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be revoked");
    await this.#ends.end(token, "ended");
  }

  /** Ends a token and its leases; its children become orphans. Throws a Problem "refused" for a batch token. */
  async revokeAlone(token: Token): Promise<void> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be revoked");
    await this.#ends.end(token, "released");
  }

  revokeOfNamespace(id: string): Promise<void> {
    return this.#revokeWhere(id, () => true);
  }

  /** Ends the tokens stored on this cluster that logins at a mount created, with their descendants. */
  async revokeOfMount({ namespace, mount: { kind, uuid } }: OpenMount): Promise<void> {
    if (kind === "auth") await this.#revokeWhere(namespace.id, ({ mount }) => mount === uuid);
  }

  async #revokeWhere(namespace: string, matches: (token: Token) => boolean): Promise<void> {
    for await (const page of pages((window) => this.#tokens.keys(window), this.#ports.clock)) {
      const own = page.filter((key) => namespaceOfKey(key) === namespace);
      await mapConcurrently(own, { most: maxConcurrentEnds }, async (key) => {
        const token = await this.#tokens.readUncached(key);
        if (token && matches(token)) await this.#ends.end(token, "ended");
      });
    }
  }

  tidy(): boolean {
    return this.#tidy.begin();
  }

  async describe(token: Token, text: string): Promise<JsonObject> {
    return describeToken(token, {
      text,
      now: this.#ports.clock.now(),
      identityPolicies: await this.#identityPoliciesOf(token),
      namespacePath: this.#realms.byId(token.namespace)?.namespace.path ?? "",
    });
  }

  #authOf(token: Token, text: string, seconds: number): MaybePromise<Auth> {
    return andThen(this.#identityPoliciesOf(token), (identityPolicies) =>
      authOf(token, { text, seconds, identityPolicies }),
    );
  }

  #identityPoliciesOf({ entityId, namespace }: Token): MaybePromise<readonly string[]> {
    if (entityId === "") return [];
    return andThen(this.#realms.byId(namespace)?.identity.powersOf(entityId), (powers) => powers?.policies ?? []);
  }

  #isOrphanedByMount({ mount, namespace }: Token): boolean {
    const home = this.#realms.byId(namespace);
    if (!home || home.namespace.ending) return true;
    if (mount === null) return false;
    const open = home.mounts.byUuid(mount);
    return open === undefined || open.mount.ending !== undefined;
  }

  #isOver({ expiresAt }: Token): boolean {
    return expiresAt !== null && expiresAt <= this.#ports.clock.now();
  }

  async #endWhenDue(key: string, when: Instant): Promise<void> {
    const token = await this.#tokens.readUncached(key);
    if (token?.expiresAt === when) await this.#ends.end(token, "ended");
    else await this.#storage.commit([this.#expiry.remove(key, when)]);
  }

  async #cleanUp(endings: readonly Ending[]): Promise<void> {
    const mountsToNotify = new Map<string, readonly OpenMount[]>();
    for (const { namespace } of endings) {
      if (mountsToNotify.has(namespace)) continue;
      const mounts = this.#realms.byId(namespace)?.mounts.all() ?? [];
      mountsToNotify.set(
        namespace,
        mounts.filter(({ type }) => type.tokenEnded),
      );
    }
    await mapConcurrently(endings, { most: maxConcurrentCleanups }, async ({ key, namespace }) => {
      await this.#leases.revokeOfToken(key);
      for (const { type, context } of mountsToNotify.get(namespace) ?? []) await type.tokenEnded?.(key, context);
    });
  }
}

function oneUseLess(token: Token): Token | undefined {
  const uses = usedOnce(token.uses);
  return uses === undefined ? undefined : { ...token, uses };
}

function rootTtl({ policies }: Pick<NewToken, "policies">, explicitMaxTtlSeconds: number): number {
  return policies.includes("root") ? explicitMaxTtlSeconds : 0;
}

function batchForm(wanted: NewToken): NewToken {
  return { ...wanted, uses: "unlimited", periodSeconds: 0, explicitMaxTtlSeconds: 0, internal: {} };
}
