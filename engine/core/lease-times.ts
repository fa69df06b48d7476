import type { Instant } from "../ports/clock.ts";

/** The reference's system-wide lease time, default and longest: 32 days. */
export const systemLeaseSeconds = 2_764_800;

/** What is wanted and allowed for one lease or token; 0 means that nothing is said. */
export type LeaseWish = Readonly<{
  ttlSeconds: number;
  maxTtlSeconds: number;
  explicitMaxTtlSeconds?: number;
  periodSeconds?: number;
  /** Seconds asked for by a renewal. */
  incrementSeconds?: number;
  /** The mount's effective times. */
  defaultSeconds: number;
  longestSeconds: number;
  /** When the thing was first made; the longest time counts from there. */
  issuedAt: Instant;
  now: Instant;
}>;

/** How long a lease may last from now, in whole seconds, and a warning when that is less than was asked for. */
export function leaseTime(wish: LeaseWish): Readonly<{ seconds: number; warnings: readonly string[] }> {
  const { explicitMaxTtlSeconds = 0, periodSeconds = 0, incrementSeconds = 0 } = wish;
  const ageSeconds = Math.floor((wish.now - wish.issuedAt) / 1000);
  const longest = Math.min(
    periodSeconds > 0 ? Number.POSITIVE_INFINITY : wish.longestSeconds,
    periodSeconds > 0 || wish.maxTtlSeconds === 0 ? Number.POSITIVE_INFINITY : wish.maxTtlSeconds,
    explicitMaxTtlSeconds || Number.POSITIVE_INFINITY,
  );
  const ruled = Math.min(wish.ttlSeconds || wish.defaultSeconds, wish.maxTtlSeconds || Number.POSITIVE_INFINITY);
  const wanted = Math.min(periodSeconds, wish.longestSeconds) || incrementSeconds || ruled;
  const left = Math.max(0, longest - ageSeconds);
  if (wanted <= left) return { seconds: wanted, warnings: [] };
  const asked = incrementSeconds || wish.ttlSeconds;
  const warning = `TTL of "${asked}s" exceeded the effective max_ttl of "${longest}s"; TTL value is capped accordingly`;
  return { seconds: left, warnings: asked > left ? [warning] : [] };
}
