import { Problem, quoted } from "../../api/problem.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LeaseLife } from "../leases/lease-life.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { LeaseAllowance } from "./lease-allowance.ts";
import {
  applicableQuota,
  defaultQuotaSettings,
  type LeaseCountQuota,
  type Quota,
  type QuotaSettings,
  type QuotaTarget,
  type RateLimitQuota,
} from "./quota.ts";
import { RateLimiter, type Verdict } from "./rate-limiter.ts";

const stored = collection<Quota>("shared", "quota/");
const settings = collection<QuotaSettings>("shared", "quota-settings/");
const onlySettings = "all";

const alwaysExempt = [
  "sys/health",
  "sys/seal-status",
  "sys/unseal",
  "sys/init",
  "sys/leader",
  "sys/generate-root/attempt",
  "sys/generate-root/update",
];

type QuotaServices = Readonly<{
  storage: Storage;
  clock: Clock;
  leases: Pick<LeaseLife, "countBelow" | "onRemoval">;
  exceeded: (type: Quota["type"], name: string) => void;
}>;

/** Quotas of a cluster. Quotas are shared keys, but each cluster counts only its own requests and leases. */
export class Quotas {
  readonly kinds = ["quota", "quota-settings"];
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #leases: QuotaServices["leases"];
  #quotas: readonly Quota[] = [];
  #rateLimits: readonly RateLimitQuota[] = [];
  #leaseCounts: readonly LeaseCountQuota[] = [];
  #limiters = new Map<string, Readonly<{ text: string; limiter: RateLimiter }>>();
  #allowances: ReadonlyMap<string, LeaseAllowance> = new Map();
  #settings: QuotaSettings = defaultQuotaSettings;
  readonly #exceeded: (type: Quota["type"], name: string) => void;

  constructor({ storage, clock, leases, exceeded }: QuotaServices) {
    this.#exceeded = exceeded;
    this.#storage = storage;
    this.#clock = clock;
    this.#leases = leases;
    leases.onRemoval(() => {
      for (const allowance of this.#allowances.values()) allowance.leaseRemoved();
    });
  }

  get hasRateLimits(): boolean {
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
    this.#allowances = new Map(
      this.#leaseCounts.map((quota) => {
        return [quota.name, new LeaseAllowance({ most: quota.maxLeases, count: () => this.leasesUnder(quota) })];
      }),
    );
    const before = this.#limiters;
    this.#limiters = new Map(
      this.#rateLimits.map((quota) => {
        const text = JSON.stringify(quota);
        const known = before.get(quota.name);
        // The counts of unchanged quotas are kept.
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

  /**
   * Counts a request and returns headers for its response. Throws a Problem "too many" if the request exceeds its
   * quota.
   */
  admit(target: QuotaTarget, client: string): Readonly<Record<string, string>> {
    if (this.#isExempt(target.path)) return {};
    const quota = applicableQuota(this.#rateLimits, target);
    const limiter = quota && this.#limiters.get(quota.name)?.limiter;
    if (!limiter) return {};
    const now = this.#clock.now();
    const verdict = limiter.count(client, now);
    const headers = this.#settings.rateLimitResponseHeaders ? headersOf(verdict, now) : {};
    if (verdict.admitted) return headers;
    this.#exceeded(quota.type, quota.name);
    const message = `request path ${quoted(target.path)}: rate limit quota exceeded`;
    throw new Problem("too many", message, { headers });
  }

  /** Calls `grant`. Throws a Problem "too many" instead if a lease-count quota is used up. */
  async withinLeases<Lease>(target: QuotaTarget, grant: () => Promise<Lease>): Promise<Lease> {
    const quota = applicableQuota(this.#leaseCounts, target);
    const allowance = quota && this.#allowances.get(quota.name);
    if (!allowance) return grant();
    const lease = await allowance.within(grant);
    if (lease !== undefined) return lease;
    this.#exceeded(quota.type, quota.name);
    throw new Problem("too many", `request path ${quoted(target.path)}: lease count quota exceeded`);
  }

  leasesUnder({ path, maxLeases }: LeaseCountQuota): Promise<number> {
    return this.#leases.countBelow(path.replace(/\*$/, ""), maxLeases);
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
