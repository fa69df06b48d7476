import type { MountContext } from "../../core/mounts/mount-type.ts";
import type { Instant } from "../../ports/clock.ts";
import type { InstanceRole } from "../role/role.ts";

/** When an instance that logs in now has no token left that is not renewed for ever (choices.md). */
export function accessListExpiry(
  { role, tagMaxTtlSeconds }: Readonly<{ role: InstanceRole; tagMaxTtlSeconds: number }>,
  { clock, leaseLimits }: Pick<MountContext, "clock" | "leaseLimits">,
): Instant {
  const longestSeconds = Math.max(leaseLimits().maxSeconds, role.tokens.maxTtlSeconds, tagMaxTtlSeconds);
  return clock.now() + longestSeconds * 1000;
}
