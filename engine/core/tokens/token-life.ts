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

/** An answer's `auth` part, and what there is to say about it. */
export type IssuedAuth = Readonly<{ auth: Auth; warnings: readonly string[] }>;

/** Tokens whose leases and belongings are taken back at a time. */
const takenBackAtOnce = 16;

/** Tokens of a namespace that end at a time. */
const endedAtOnce = 16;

/** From issue to end: what becomes of tokens. */
export class TokenLife {
  readonly #ports: Ports;
  readonly #leases: LeaseLife;
  readonly #places: RealmLookup;
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
    /** The root namespace's. */
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
    this.#places = mounts;
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
      takeBack: (endings) => this.#takeBack(endings),
    });
    const isReleasing = (key: string) => this.#ends.isReleasing(key);
    this.#lineage = new Lineage({ tokens: this.#tokens, clock, isReleasing });
    this.#tidy = new TokenTidy({ storage, tokens: this.#tokens, ends: this.#ends, clock, log });
  }

  /** Ends from now on what is due and what comes due, and goes on with what was under way. No token is read for it. */
  async resume(): Promise<void> {
    await this.#ends.resume();
    await this.#expiry.resume();
  }

  stop(): void {
    this.#expiry.stop();
    this.#ends.stop();
    this.#tidy.stop();
  }

  /**
   * Makes the token that may do everything, unless it is there already: as unseal keys give one, or as the reference's development
   * server has it from the start.
   */
  async ensureRoot(text: string, { isDevelopment = false } = {}): Promise<void> {
    if (await this.#tokens.find(this.#tokens.keyOf(text))) return;
    const endless = { createdAt: this.#ports.clock.now(), creationTtlSeconds: 0, expiresAt: null, renewable: false };
    const look = isDevelopment
      ? { path: "auth/token/create", displayName: "token" }
      : { path: rootTokenPath, displayName: "root" };
    await this.#tokens.create({ ...look, ...endless, namespace: rootNamespace.id, policies: ["root"] }, text);
  }

  /** The token of this text, counted as used once. Throws a Problem "bad token". */
  authenticate(text: string): MaybePromise<Token> {
    return andThen(text === "" ? undefined : this.find(text), (token) =>
      token?.uses === "unlimited" ? token : this.#use(token),
    );
  }

  /** One after the other: two requests at once must not both make the last use. */
  async #use(token: Token | undefined): Promise<Token> {
    const used = token && (await this.#tokens.change(token.key, oneUseLess));
    if (!used) throw new Problem("bad token", "permission denied");
    return used;
  }

  /** The token of this text, if it holds; with `from`, if it is to be seen from there. At once where it was met. */
  find(text: string, from?: Realm): MaybePromise<Token | undefined> {
    const found = BatchTokens.isOne(text) ? this.#batch.open(text) : this.#tokens.findByText(text);
    return andThen(found, (token) => this.#ifGood(token, from));
  }

  /** The same by its accessor. */
  async findByAccessor(accessor: string, from?: Realm): Promise<Token | undefined> {
    return this.#ifGood(await this.#tokens.find(accessor), from);
  }

  #ifGood(token: Token | undefined, from: Realm | undefined): MaybePromise<Token | undefined> {
    if (!token || this.#isOver(token) || this.#isOrphanedByMount(token)) return undefined;
    if (from && !this.#isSeenFrom(token, from)) return undefined;
    return andThen(this.#lineage.holds(token.parent), (holds) => (holds ? token : undefined));
  }

  /** Whether there is a token whose key starts like this, ended or not: leases keep no more of it. */
  async isStored(start: string): Promise<boolean> {
    const [next] = await this.#tokens.keys({ after: start, limit: 1 });
    return next?.startsWith(start) ?? false;
  }

  /** A token is to be seen in its own namespace and in those above. */
  #isSeenFrom(token: Token, { namespace }: Realm): boolean {
    if (namespace.id === rootNamespace.id) return true;
    return this.#places.byId(token.namespace)?.namespace.path.startsWith(namespace.path) ?? false;
  }

  /** Accessors of the tokens of one namespace. */
  async accessorsOf({ namespace }: Realm): Promise<readonly string[]> {
    return (await this.#tokens.keys()).filter((key) => namespaceOfKey(key) === namespace.id);
  }

  /** Makes the token of a login at `mount`. */
  issue(open: OpenMount, path: string, request: TokenRequest, entityId: string): Promise<IssuedAuth> {
    return this.create(loginOrder(open, path, request, entityId));
  }

  /** Makes a token. Only a root token may have no end. */
  async create({ wanted, limits, id }: TokenOrder): Promise<IssuedAuth> {
    const { explicitMaxTtlSeconds = 0, periodSeconds = 0 } = wanted;
    const now = this.#ports.clock.now();
    const ends = !wanted.policies.includes("root") || limits.ttlSeconds + periodSeconds + explicitMaxTtlSeconds > 0;
    const ttlSeconds = limits.ttlSeconds || rootTtl(wanted, explicitMaxTtlSeconds);
    const { seconds, warnings } = ends
      ? leaseTime({ ...limits, ttlSeconds, explicitMaxTtlSeconds, periodSeconds, issuedAt: now, now })
      : { seconds: 0, warnings: [] };
    const complete: NewToken = {
      ...wanted,
      createdAt: now,
      creationTtlSeconds: seconds,
      expiresAt: ends ? now + seconds * 1000 : null,
      // A root token without an end may be used from anywhere, and is not renewed.
      ...(ends ? undefined : { renewable: false, boundCidrs: [] }),
    };
    const { token, text } =
      wanted.type === "batch" ? await this.#batch.create(batchForm(complete)) : await this.#tokens.create(complete, id);
    return { auth: await this.#authOf(token, text, seconds), warnings };
  }

  /** Gives `token` another while, by the terms that hold now. */
  async renew(token: Token, text: string, incrementSeconds: number): Promise<IssuedAuth> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be renewed");
    if (!token.renewable || token.expiresAt === null) throw new Problem("refused", "lease is not renewable");
    const terms = await renewalTerms(token, this.#places);
    const now = this.#ports.clock.now();
    const { explicitMaxTtlSeconds, createdAt } = token;
    const wish = { explicitMaxTtlSeconds, incrementSeconds, issuedAt: createdAt, now };
    const { seconds, warnings } = leaseTime({ ...terms, ...wish });
    const renewed = await this.#tokens.change(token.key, (found) => ({
      ...found,
      expiresAt: now + seconds * 1000,
      lastRenewedAt: now,
    }));
    if (!renewed) throw new Problem("refused", "token not found");
    return { auth: await this.#authOf(renewed, text, seconds), warnings };
  }

  /** Ends a token, those made with it, and all their leases. Throws a Problem for a batch token. */
  async revoke(token: Token): Promise<void> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be revoked");
    await this.#ends.end(token, "ended");
  }

  /** Ends a token and its leases; those made with it live on as orphans. */
  async revokeAlone(token: Token): Promise<void> {
    if (token.type === "batch") throw new Problem("refused", "batch tokens cannot be revoked");
    await this.#ends.end(token, "released");
  }

  /** Ends all tokens of a namespace. */
  revokeOfNamespace(id: string): Promise<void> {
    return this.#revokeWhere(id, () => true);
  }

  /** Ends all tokens that the logins at a mount made. */
  async revokeOfMount({ namespace, mount: { kind, uuid } }: OpenMount): Promise<void> {
    if (kind === "auth") await this.#revokeWhere(namespace.id, ({ mount }) => mount === uuid);
  }

  async #revokeWhere(namespace: string, isMeant: (token: Token) => boolean): Promise<void> {
    for await (const page of pages((window) => this.#tokens.keys(window), this.#ports.clock)) {
      const own = page.filter((key) => namespaceOfKey(key) === namespace);
      await mapConcurrently(own, { most: endedAtOnce }, async (key) => {
        const token = await this.#tokens.readUncached(key);
        if (token && isMeant(token)) await this.#ends.end(token, "ended");
      });
    }
  }

  /** Starts a tidy, see {@link TokenTidy}. False when one is under way. */
  tidy(): boolean {
    return this.#tidy.begin();
  }

  /** What the lookups tell of a token. `text` is empty when it is known by its accessor only. */
  async describe(token: Token, text: string): Promise<JsonObject> {
    return describeToken(token, {
      text,
      now: this.#ports.clock.now(),
      identityPolicies: await this.#identityPoliciesOf(token),
      namespacePath: this.#places.byId(token.namespace)?.namespace.path ?? "",
    });
  }

  #authOf(token: Token, text: string, seconds: number): MaybePromise<Auth> {
    return andThen(this.#identityPoliciesOf(token), (identityPolicies) =>
      authOf(token, { text, seconds, identityPolicies }),
    );
  }

  #identityPoliciesOf({ entityId, namespace }: Token): MaybePromise<readonly string[]> {
    if (entityId === "") return [];
    return andThen(this.#places.byId(namespace)?.identity.powersOf(entityId), (powers) => powers?.policies ?? []);
  }

  /** Whether its namespace is gone, or the mount whose login made it: it ends with them at once, before it is cleaned up. */
  #isOrphanedByMount({ mount, namespace }: Token): boolean {
    const home = this.#places.byId(namespace);
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

  /** Takes back the leases of tokens that are gone, and what mounts keep for them. */
  async #takeBack(endings: readonly Ending[]): Promise<void> {
    const mountsToTell = new Map<string, readonly OpenMount[]>();
    for (const { namespace } of endings) {
      if (mountsToTell.has(namespace)) continue;
      const mounts = this.#places.byId(namespace)?.mounts.all() ?? [];
      mountsToTell.set(
        namespace,
        mounts.filter(({ type }) => type.tokenEnded),
      );
    }
    await mapConcurrently(endings, { most: takenBackAtOnce }, async ({ key, namespace }) => {
      await this.#leases.revokeOfToken(key);
      for (const { type, context } of mountsToTell.get(namespace) ?? []) await type.tokenEnded?.(key, context);
    });
  }
}

/** Undefined when the last use is being made already. */
function oneUseLess(token: Token): Token | undefined {
  const uses = usedOnce(token.uses);
  return uses === undefined ? undefined : { ...token, uses };
}

/** A root token of which only the longest time was said lives that long. */
function rootTtl({ policies }: Pick<NewToken, "policies">, explicitMaxTtlSeconds: number): number {
  return policies.includes("root") ? explicitMaxTtlSeconds : 0;
}

/** What a batch token cannot have, it has not, whatever the role of a login says. */
function batchForm(wanted: NewToken): NewToken {
  return { ...wanted, uses: "unlimited", periodSeconds: 0, explicitMaxTtlSeconds: 0, internal: {} };
}
