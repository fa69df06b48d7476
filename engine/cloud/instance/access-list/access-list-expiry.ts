import type { MountContext } from "../../../core/mounts/mount-type.ts";
import type { Instant } from "../../../ports/clock.ts";
import type { InstanceRole } from "../../role/role.ts";

/**
 * Returns the expiry of the access list entry of an instance that logs in now: after the longest of
 * the mount's, the role's and the tag's maximum TTL.
 */
export function accessListExpiry(
  { role, tagMaxTtlSeconds }: Readonly<{ role: InstanceRole; tagMaxTtlSeconds: number }>,
  { clock, leaseLimits }: Pick<MountContext, "clock" | "leaseLimits">,
): Instant {
  const longestSeconds = Math.max(leaseLimits().maxSeconds, role.tokens.maxTtlSeconds, tagMaxTtlSeconds);
  return clock.now() + longestSeconds * 1000;
}
