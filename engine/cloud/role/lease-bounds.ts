import { Problem, quoted } from "../../api/problem.ts";
import { durationText } from "../../api/values/duration-text.ts";
import type { TokenSettings } from "../../core/tokens/token-settings.ts";

/** Throws a Problem if the token period exceeds the maximum lease TTL of the mount. */
export function requirePeriodWithin({ periodSeconds }: TokenSettings, longestSeconds: number): void {
  if (periodSeconds <= longestSeconds) return;
  const period = quoted(durationText(periodSeconds));
  const longest = quoted(durationText(longestSeconds));
  throw new Problem("refused", `period of ${period} is greater than the backend's maximum lease TTL of ${longest}`);
}

/**
 * Returns a warning if the maximum TTL of tokens exceeds that of the mount. The role is accepted, since the limit may
 * change before a login.
 */
export function leaseWarnings({ maxTtlSeconds }: TokenSettings, longestSeconds: number): readonly string[] {
  if (maxTtlSeconds <= longestSeconds) return [];
  return [
    `Given max ttl of ${maxTtlSeconds} seconds greater than current mount/system default of ${longestSeconds} seconds; max ttl will be capped at login time`,
  ];
}
