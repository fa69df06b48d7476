import type { Instant } from "../../ports/clock.ts";
import type { RateLimitQuota } from "./quota.ts";

/** Maximum number of clients per quota, which bounds memory. The client whose last request is oldest is evicted. */
const maxClients = 100_000;

export type Verdict = Readonly<{ admitted: boolean; limit: number; remaining: number; resetAt: Instant }>;

type Window = { endsAt: Instant; left: number; blockedUntil: Instant };

export class RateLimiter {
  readonly #quota: RateLimitQuota;
  readonly #windows = new Map<string, Window>();

  constructor(quota: RateLimitQuota) {
    this.#quota = quota;
  }

  count(client: string, now: Instant): Verdict {
    const { intervalSeconds, blockSeconds } = this.#quota;
    const limit = Math.max(1, Math.round(this.#quota.rate));
    const window = this.#windowOf(client, now, limit);
    if (now < window.blockedUntil) return { admitted: false, limit, remaining: 0, resetAt: window.blockedUntil };
    if (now >= window.endsAt) {
      window.endsAt = now + intervalSeconds * 1000;
      window.left = limit;
    }
    if (window.left > 0) {
      window.left -= 1;
      return { admitted: true, limit, remaining: window.left, resetAt: window.endsAt };
    }
    if (blockSeconds > 0) window.blockedUntil = now + blockSeconds * 1000;
    return { admitted: false, limit, remaining: 0, resetAt: Math.max(window.endsAt, window.blockedUntil) };
  }

  #windowOf(client: string, now: Instant, limit: number): Window {
    const known = this.#windows.get(client);
    const window = known ?? { endsAt: now + this.#quota.intervalSeconds * 1000, left: limit, blockedUntil: 0 };
    this.#windows.delete(client);
    this.#windows.set(client, window);
    const [oldest] = this.#windows.size > maxClients ? this.#windows.keys() : [];
    if (oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
