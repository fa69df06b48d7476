import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";

/** Default and maximum lease time of the system, in seconds: 32 days, as in the reference. */
export const systemLeaseSeconds = 2_764_800;

/** Requested and permitted times of a lease or token, in seconds. 0 means not set. */
export type LeaseRequest = Readonly<{
  ttlSeconds: number;
  maxTtlSeconds: number;
  explicitMaxTtlSeconds?: number;
  periodSeconds?: number;
  /** Remaining lifetime that a renewal requests, in seconds. */
  incrementSeconds?: number;
  defaultSeconds: number;
  longestSeconds: number;
  issuedAt: Instant;
  now: Instant;
}>;

/** Granted time in whole seconds from now, with warnings if limits reduced it. */
export type LeaseTime = Readonly<{ seconds: number; warnings: readonly string[] }>;

/**
 * Returns the time to grant to a lease or token, in seconds from now. Throws a Problem "refused" if the maximum
 * lifetime is past (W3.4-10).
 */
export function leaseTime(request: LeaseRequest): LeaseTime {
  const { explicitMaxTtlSeconds = 0, periodSeconds = 0, incrementSeconds = 0 } = request;
  const longest = Math.min(
    request.longestSeconds,
    request.maxTtlSeconds || Number.POSITIVE_INFINITY,
    explicitMaxTtlSeconds || Number.POSITIVE_INFINITY,
  );
  // Both times in whole seconds, so that the milliseconds since the issue do not limit the lease.
  const ageSeconds = Math.floor(request.now / 1000) - Math.floor(request.issuedAt / 1000);
  if (periodSeconds === 0) {
    return capped(incrementSeconds || request.ttlSeconds || request.defaultSeconds, longest - ageSeconds);
  }
  const period = Math.min(periodSeconds, longest);
  const left = explicitMaxTtlSeconds > 0 ? explicitMaxTtlSeconds - ageSeconds : Number.POSITIVE_INFINITY;
  const { seconds, warnings } = capped(period, left);
  return { seconds, warnings: period < periodSeconds ? [cappedPeriod(periodSeconds, longest), ...warnings] : warnings };
}

/**
 * Returns the lease duration in seconds to report after a server has created or renewed a secret, which may have taken
 * some time: at most `seconds`, and at most the remaining time rounded up.
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

function shortDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([amount, unit]) => (amount > 0 ? `${amount}${unit}` : [])).join("") || "0s";
}
