import type { Auth } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { timeText } from "../api/time.ts";
import type { Instant } from "../ports/clock.ts";
import type { Ports } from "../ports/ports.ts";
import type { AgendaBook } from "./agenda.ts";
import { exclusive } from "./exclusive.ts";
import type { LeaseLife, MountFinder } from "./lease-life.ts";
import { leaseTime, systemLeaseSeconds } from "./lease-times.ts";
import { fullPath, type OpenMount } from "./mount-table.ts";
import type { Agenda, TokenRequest } from "./mount-type.ts";
import { rootNamespace } from "./namespace.ts";
import type { Storage } from "./storage.ts";
import { authOf, type NewToken, type Token, Tokens } from "./tokens.ts";

/** What `auth/token/create` is asked for. */
export type ChildRequest = Readonly<{
  /** Id of the namespace it shall belong to. */
  namespace: string;
  id?: string | undefined;
  policies: readonly string[];
  metadata: Readonly<Record<string, string>> | null;
  displayName: string;
  ttlSeconds: number;
  explicitMaxTtlSeconds: number;
  periodSeconds: number;
  uses: number;
  noParent: boolean;
  noDefaultPolicy: boolean;
  renewable: boolean;
}>;

/** An answer's `auth` part, and what there is to say about it. */
export type IssuedAuth = Readonly<{ auth: Auth; warnings: readonly string[] }>;

const systemTimes = { defaultSeconds: systemLeaseSeconds, longestSeconds: systemLeaseSeconds };

/** From issue to end: what becomes of tokens. */
export class TokenLife {
  readonly #tokens: Tokens;
  readonly #ports: Ports;
  readonly #leases: LeaseLife;
  readonly #mounts: MountFinder;
  readonly #agenda: Agenda;
  readonly #exclusive = exclusive();

  constructor(options: {
    storage: Storage;
    ports: Ports;
    leases: LeaseLife;
    mounts: MountFinder;
    agenda: AgendaBook;
    salt: string;
  }) {
    const { entropy, cryptography } = options.ports;
    this.#tokens = new Tokens({ storage: options.storage, entropy, cryptography, salt: options.salt });
    this.#ports = options.ports;
    this.#leases = options.leases;
    this.#mounts = options.mounts;
    this.#agenda = options.agenda.of("token");
  }

  /** Arranges the end of every token that is stored. */
  async resume(): Promise<void> {
    for (const key of await this.#tokens.all()) {
      const token = await this.#tokens.find(key);
      if (token) this.#arrangeEnd(token);
    }
  }

  /** Makes the token that may do everything, unless it is there already. */
  async ensureRoot(text: string): Promise<void> {
    if (await this.#tokens.find(this.#tokens.keyOf(text))) return;
    const root = {
      namespace: rootNamespace.id,
      entityId: "",
      policies: ["root"],
      path: "auth/token/root",
      displayName: "root",
      metadata: null,
    };
    const times = { createdAt: this.#ports.clock.now(), creationTtlSeconds: 0, expiresAt: null };
    await this.#tokens.create({ ...plain, ...root, ...times, id: text, renewable: false });
  }

  /** The token of this text, counted as used once. Throws a Problem "bad token". */
  async authenticate(text: string): Promise<Token> {
    const token = text === "" ? undefined : await this.find(text);
    if (!token) throw new Problem("bad token", "permission denied");
    if (token.uses === 0) return token;
    // One after the other: two requests at once must not both make the last use.
    return this.#exclusive(token.key, async () => {
      const now = await this.#tokens.find(token.key);
      if (!now || now.uses < 0) throw new Problem("bad token", "permission denied");
      const used = { ...now, uses: now.uses === 1 ? -1 : now.uses - 1 };
      await this.#tokens.update(used);
      return used;
    });
  }

  /** After the request: a token whose last use this was ends. */
  async afterUse(token: Token): Promise<void> {
    if (token.uses === -1) await this.revoke(token);
  }

  /** The token of this text, if it holds. */
  async find(text: string): Promise<Token | undefined> {
    const token = await this.#tokens.findByText(text);
    return token && !this.#isOver(token) ? token : undefined;
  }

  async findByAccessor(accessor: string): Promise<Token | undefined> {
    const token = await this.#tokens.findByAccessor(accessor);
    return token && !this.#isOver(token) ? token : undefined;
  }

  /** Makes the token of a login at `mount`. */
  async issue(open: OpenMount, path: string, request: TokenRequest, entityId: string): Promise<IssuedAuth> {
    const { namespace, mount, backstage } = open;
    const limits = backstage.leaseLimits();
    const policies = withDefault(request.policies, request.noDefaultPolicy);
    if (policies.includes("root")) throw new Problem("refused", "auth methods cannot create root tokens");
    const now = this.#ports.clock.now();
    const times = { ...request, defaultSeconds: limits.defaultSeconds, longestSeconds: limits.maxSeconds };
    const { seconds, warnings } = leaseTime({ ...times, issuedAt: now, now });
    const { token, text } = await this.#make({
      ...plain,
      policies,
      namespace: namespace.id,
      entityId,
      path: `${fullPath(mount)}${path}`,
      metadata: request.metadata,
      displayName: request.displayName,
      createdAt: now,
      creationTtlSeconds: seconds,
      expiresAt: now + seconds * 1000,
      explicitMaxTtlSeconds: request.explicitMaxTtlSeconds,
      periodSeconds: request.periodSeconds,
      uses: request.uses,
      boundCidrs: request.boundCidrs,
      mount: mount.uuid,
      internal: request.internal,
    });
    return { auth: authOf(token, text, seconds), warnings };
  }

  /** Makes a token for the holder of `parent`. */
  async createChild(parent: Token, request: ChildRequest): Promise<IssuedAuth> {
    if (parent.uses !== 0) throw new Problem("refused", "restricted use token cannot generate child tokens");
    const isRoot = parent.policies.includes("root");
    const wanted = request.policies.length > 0 ? named(request.policies) : parent.policies;
    const beyond = wanted.filter((policy) => !isRoot && !parent.policies.includes(policy) && policy !== "default");
    if (beyond.length > 0) throw new Problem("refused", "child policies must be subset of parent");
    if (!isRoot && (request.id !== undefined || request.noParent || request.periodSeconds > 0)) {
      throw new Problem("refused", "root or sudo privileges required to specify id, no_parent or period");
    }
    const root = wanted.includes("root");
    const now = this.#ports.clock.now();
    const endless = root && request.ttlSeconds === 0 && request.periodSeconds === 0;
    const { seconds, warnings } = endless
      ? { seconds: 0, warnings: [] }
      : leaseTime({ ...request, ...systemTimes, maxTtlSeconds: 0, issuedAt: now, now });
    const { token, text } = await this.#make({
      ...plain,
      ...(request.id === undefined ? {} : { id: request.id }),
      namespace: request.namespace,
      entityId: request.noParent ? "" : parent.entityId,
      policies: root ? ["root"] : withDefault(wanted, request.noDefaultPolicy),
      path: "auth/token/create",
      metadata: request.metadata,
      displayName: request.displayName === "" ? "token" : `token-${request.displayName}`,
      createdAt: now,
      creationTtlSeconds: seconds,
      expiresAt: endless ? null : now + seconds * 1000,
      explicitMaxTtlSeconds: request.explicitMaxTtlSeconds,
      periodSeconds: request.periodSeconds,
      uses: request.uses,
      orphan: request.noParent,
      parent: request.noParent ? null : parent.key,
      renewable: !endless && request.renewable,
    });
    return { auth: authOf(token, text, seconds), warnings };
  }

  /** Gives `token` another while, by the terms that hold now. */
  async renew(token: Token, text: string, incrementSeconds: number): Promise<IssuedAuth> {
    if (!token.renewable || token.expiresAt === null) throw new Problem("refused", "lease is not renewable");
    const now = this.#ports.clock.now();
    const terms = { ...token, ttlSeconds: token.creationTtlSeconds, ...(await this.#termsOf(token)) };
    const { seconds, warnings } = leaseTime({ ...terms, incrementSeconds, issuedAt: token.createdAt, now });
    const renewed = { ...token, expiresAt: now + seconds * 1000, lastRenewedAt: now };
    await this.#tokens.update(renewed);
    this.#arrangeEnd(renewed);
    return { auth: authOf(renewed, text, seconds), warnings };
  }

  /** Ends a token, those made with it, and all their leases. */
  async revoke(token: Token): Promise<void> {
    for (const key of await this.#tokens.childrenOf(token.key)) {
      const child = await this.#tokens.find(key);
      if (child) await this.revoke(child);
    }
    await this.#leases.revokeOfToken(token.key);
    this.#agenda.cancel(token.key);
    await this.#tokens.remove(token);
  }

  async #termsOf(token: Token) {
    const open = token.mount === null ? undefined : this.#mounts.byUuid(token.mount);
    if (token.mount === null) return { ...systemTimes, maxTtlSeconds: 0 };
    if (!open?.type.renewLogin) throw new Problem("refused", "lease is not renewable");
    const { defaultSeconds, maxSeconds } = open.backstage.leaseLimits();
    const terms = await open.type.renewLogin(token.internal, open.backstage);
    return { ...terms, defaultSeconds, longestSeconds: maxSeconds };
  }

  async #make(wanted: NewToken): Promise<{ token: Token; text: string }> {
    const made = await this.#tokens.create(wanted);
    this.#arrangeEnd(made.token);
    return made;
  }

  #isOver(token: Token): boolean {
    return token.expiresAt !== null && token.expiresAt <= this.#ports.clock.now();
  }

  #arrangeEnd(token: Token): void {
    if (token.expiresAt === null) return;
    this.#agenda.arrange(token.key, token.expiresAt, async () => {
      const now = await this.#tokens.find(token.key);
      if (now && this.#isOver(now)) await this.revoke(now);
    });
  }
}

const plain: Omit<
  NewToken,
  "namespace" | "entityId" | "policies" | "path" | "displayName" | "createdAt" | "creationTtlSeconds" | "expiresAt"
> = {
  metadata: null,
  explicitMaxTtlSeconds: 0,
  periodSeconds: 0,
  uses: 0,
  boundCidrs: [],
  orphan: true,
  renewable: true,
  parent: null,
  mount: null,
  internal: {},
};

/** Policies as they are compared and kept: two spellings of one name must not be two. */
function named(policies: readonly string[]): readonly string[] {
  return policies.map((policy) => policy.trim().toLowerCase()).filter((policy) => policy !== "");
}

function withDefault(policies: readonly string[], noDefaultPolicy: boolean): readonly string[] {
  return [...new Set(noDefaultPolicy ? named(policies) : [...named(policies), "default"])].sort();
}

/** What the lookups tell of a token. `text` is empty when it is looked up by its accessor. */
export function describeToken(token: Token, text: string, now: Instant): JsonObject {
  return {
    accessor: token.accessor,
    creation_time: Math.floor(token.createdAt / 1000),
    creation_ttl: token.creationTtlSeconds,
    display_name: token.displayName,
    entity_id: token.entityId,
    expire_time: token.expiresAt === null ? null : timeText(token.expiresAt),
    explicit_max_ttl: token.explicitMaxTtlSeconds,
    id: text,
    issue_time: timeText(token.createdAt),
    meta: token.metadata,
    num_uses: token.uses,
    orphan: token.orphan,
    path: token.path,
    policies: token.policies,
    renewable: token.renewable,
    ttl: token.expiresAt === null ? 0 : Math.max(0, Math.floor((token.expiresAt - now) / 1000)),
    type: "service",
    ...(token.periodSeconds > 0 ? { period: token.periodSeconds } : {}),
    ...(token.lastRenewedAt === null ? {} : { last_renewal_time: Math.floor(token.lastRenewedAt / 1000) }),
  };
}
