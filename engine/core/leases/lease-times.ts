import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";

/** The reference's system-wide lease time, default and longest: 32 days. */
export const systemLeaseSeconds = 2_764_800;

/** What is wanted and allowed for one lease or token; 0 means that nothing is said. */
export type LeaseRequest = Readonly<{
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

/** What came of a wish: whole seconds from now, and a warning for each time that was capped. */
export type LeaseTime = Readonly<{ seconds: number; warnings: readonly string[] }>;

/**
 * The time left for a lease or token, in seconds from now. A periodic one is renewed without end,
 * unless it has an explicit maximum (W3.4-10). Throws a Problem "refused" when the maximum has
 * passed.
 */
export function leaseTime(wish: LeaseRequest): LeaseTime {
  const { explicitMaxTtlSeconds = 0, periodSeconds = 0, incrementSeconds = 0 } = wish;
  const longest = Math.min(
    wish.longestSeconds,
    wish.maxTtlSeconds || Number.POSITIVE_INFINITY,
    explicitMaxTtlSeconds || Number.POSITIVE_INFINITY,
  );
  // Whole seconds both: a lease is not capped for the milliseconds since it was made.
  const ageSeconds = Math.floor(wish.now / 1000) - Math.floor(wish.issuedAt / 1000);
  if (periodSeconds === 0) {
    return capped(incrementSeconds || wish.ttlSeconds || wish.defaultSeconds, longest - ageSeconds);
  }
  const period = Math.min(periodSeconds, longest);
  const left = explicitMaxTtlSeconds > 0 ? explicitMaxTtlSeconds - ageSeconds : Number.POSITIVE_INFINITY;
  const { seconds, warnings } = capped(period, left);
  return { seconds, warnings: period < periodSeconds ? [cappedPeriod(periodSeconds, longest), ...warnings] : warnings };
}

/**
 * How long a lease of `seconds` is told to last once its secret was made or prolonged, in whole seconds: no more than is left of it, a second that has begun
 * counted whole; 0 when it is over. A server may take its time.
 */
export function reportedSeconds(
  { seconds, expiresAt }: Readonly<{ seconds: number; expiresAt: Instant }>,
  now: Instant,
): number {
  return Math.min(seconds, Math.max(0, Math.ceil((expiresAt - now) / 1000)));
}

function capped(wantedSeconds: number, leftSeconds: number): LeaseTime {
  if (leftSeconds < 0) throw new Problem("refused", "past the max TTL, cannot renew");
  if (wantedSeconds <= leftSeconds) return { seconds: wantedSeconds, warnings: [] };
  const [wanted, left] = [shortDuration(wantedSeconds), shortDuration(leftSeconds)];
  const warning = `TTL of "${wanted}" exceeded the effective max_ttl of "${left}"; TTL value is capped accordingly`;
  return { seconds: leftSeconds, warnings: [warning] };
}

function cappedPeriod(wantedSeconds: number, longestSeconds: number): string {
  const [wanted, longest] = [shortDuration(wantedSeconds), shortDuration(longestSeconds)];
  return `period of "${wanted}" exceeded the effective max_ttl of "${longest}"; period value is capped accordingly`;
}

/** `seconds` as the warnings spell them: `768h`, `1h51m5s`. Parts that are nothing are left out. */
function shortDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([amount, unit]) => (amount > 0 ? `${amount}${unit}` : [])).join("") || "0s";
}
