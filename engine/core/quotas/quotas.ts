import { Problem, quoted } from "../../api/problem.ts";
import type { Clock } from "../../ports/clock.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { LeaseAllowance } from "./lease-allowance.ts";
import {
  defaultQuotaSettings,
  type LeaseCountQuota,
  type Quota,
  type QuotaSettings,
  type QuotaTarget,
  type RateLimitQuota,
  rulingQuota,
} from "./quota.ts";
import { RateLimiter, type Verdict } from "./rate-limiter.ts";

const stored = collection<Quota>("shared", "quota/");
const settings = collection<QuotaSettings>("shared", "quota-settings/");
const onlySettings = "all";

/** Paths exempt from quotas: those that bring a cluster up, and those that ask for its health. */
const alwaysExempt = [
  "sys/health",
  "sys/seal-status",
  "sys/unseal",
  "sys/init",
  "sys/leader",
  "sys/generate-root/attempt",
  "sys/generate-root/update",
];

/** Counts the leases below a path. */
type LeaseCounter = (path: string, atMost: number) => Promise<number>;

/** `exceeded` is called with the quota that refused a request. */
type QuotaServices = Readonly<{
  storage: Storage;
  clock: Clock;
  countLeases: LeaseCounter;
  exceeded: (type: Quota["type"], name: string) => void;
}>;

/** The quotas of a cluster. They are shared, what they count is each cluster's own. */
export class Quotas {
  /** Where its keys begin. */
  readonly kinds = ["quota", "quota-settings"];
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #countLeases: LeaseCounter;
  #quotas: readonly Quota[] = [];
  #rateLimits: readonly RateLimitQuota[] = [];
  #leaseCounts: readonly LeaseCountQuota[] = [];
  #limiters = new Map<string, Readonly<{ text: string; limiter: RateLimiter }>>();
  #rooms: ReadonlyMap<string, LeaseAllowance> = new Map();
  #settings: QuotaSettings = defaultQuotaSettings;
  readonly #exceeded: (type: Quota["type"], name: string) => void;

  constructor({ storage, clock, countLeases, exceeded }: QuotaServices) {
    this.#exceeded = exceeded;
    this.#storage = storage;
    this.#clock = clock;
    this.#countLeases = countLeases;
  }

  /** Whether there are any that count requests. */
  get limitRate(): boolean {
    return this.#rateLimits.length > 0;
  }

  get settings(): QuotaSettings {
    return this.#settings;
  }

  all<Type extends Quota["type"]>(type: Type): readonly Extract<Quota, { type: Type }>[] {
    return this.#quotas.filter((quota): quota is Extract<Quota, { type: Type }> => quota.type === type);
  }

  async reload(): Promise<void> {
    const found = await Promise.all(
      (await stored.names(this.#storage)).map((name) => stored.read(this.#storage, name)),
    );
    this.#quotas = found.filter((quota) => quota !== undefined);
    this.#rateLimits = this.all("rate-limit");
    this.#leaseCounts = this.all("lease-count");
    this.#settings = (await settings.read(this.#storage, onlySettings)) ?? defaultQuotaSettings;
    this.#rooms = new Map(
      this.#leaseCounts.map((quota) => {
        return [quota.name, new LeaseAllowance({ most: quota.maxLeases, count: () => this.leasesUnder(quota) })];
      }),
    );
    const before = this.#limiters;
    this.#limiters = new Map(
      this.#rateLimits.map((quota) => {
        const text = JSON.stringify(quota);
        const known = before.get(quota.name);
        // What was counted goes on counting unless the quota is another one now.
        return [quota.name, known?.text === text ? known : { text, limiter: new RateLimiter(quota) }];
      }),
    );
  }

  async save(quota: Quota): Promise<void> {
    await this.#storage.commit([stored.put(`${quota.type}/${quota.name}`, quota)]);
    await this.reload();
  }

  async remove(type: Quota["type"], name: string): Promise<void> {
    await this.#storage.commit([stored.remove(`${type}/${name}`)]);
    await this.reload();
  }

  async saveSettings(changed: QuotaSettings): Promise<void> {
    await this.#storage.commit([settings.put(onlySettings, changed)]);
    await this.reload();
  }

  /** Counts a request. Throws a Problem "too many" when it is one too many; else tells the headers that its answer has. */
  admit(target: QuotaTarget, client: string): Readonly<Record<string, string>> {
    if (this.#isExempt(target.path)) return {};
    const quota = rulingQuota(this.#rateLimits, target);
    const limiter = quota && this.#limiters.get(quota.name)?.limiter;
    if (!limiter) return {};
    const now = this.#clock.now();
    const verdict = limiter.ask(client, now);
    const headers = this.#settings.rateLimitResponseHeaders ? headersOf(verdict, now) : {};
    if (verdict.admitted) return headers;
    this.#exceeded(quota.type, quota.name);
    const message = `request path ${quoted(target.path)}: rate limit quota exceeded`;
    throw new Problem("too many", message, { headers });
  }

  /** Has `grant` give a lease at `target`. Throws a Problem "too many" when no more may be given there. */
  async withinLeases<Lease>(target: QuotaTarget, grant: () => Promise<Lease>): Promise<Lease> {
    const quota = rulingQuota(this.#leaseCounts, target);
    const room = quota && this.#rooms.get(quota.name);
    if (!room) return grant();
    const lease = await room.within(grant);
    if (lease !== undefined) return lease;
    this.#exceeded(quota.type, quota.name);
    throw new Problem("too many", `request path ${quoted(target.path)}: lease count quota exceeded`);
  }

  /** A lease has ended: there may be room where there was none. */
  leaseRemoved(): void {
    for (const room of this.#rooms.values()) room.leaseRemoved();
  }

  /** How many leases there are of those that `quota` counts; counting stops where the quota is used up. */
  leasesUnder({ path, maxLeases }: LeaseCountQuota): Promise<number> {
    return this.#countLeases(path.replace(/\*$/, ""), maxLeases);
  }

  #isExempt(path: string): boolean {
    return (
      alwaysExempt.includes(path) ||
      this.#settings.rateLimitExemptPaths.some((exempt) =>
        exempt.endsWith("*") ? path.startsWith(exempt.slice(0, -1)) : path === exempt,
      )
    );
  }
}

function headersOf({ admitted, limit, remaining, resetAt }: Verdict, now: number): Readonly<Record<string, string>> {
  const seconds = String(Math.max(0, Math.ceil((resetAt - now) / 1000)));
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": seconds,
    ...(admitted ? {} : { "retry-after": seconds }),
  };
}
