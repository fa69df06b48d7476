import type { MountContext } from "../../../core/mounts/mount-type.ts";
import type { Instant } from "../../../ports/clock.ts";
import type { InstanceRole } from "../../role/role.ts";

/**
 * Returns the expiry of an access list entry after a login or renewal now: after the longest of the maximum TTLs of
 * mount, role and tag.
 */
export function accessListExpiry(
  { role, tagMaxTtlSeconds }: Readonly<{ role: InstanceRole; tagMaxTtlSeconds: number }>,
  { clock, leaseLimits }: Pick<MountContext, "clock" | "leaseLimits">,
): Instant {
  const longestSeconds = Math.max(leaseLimits().maxSeconds, role.tokens.maxTtlSeconds, tagMaxTtlSeconds);
  return clock.now() + longestSeconds * 1000;
}
