import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import type { InstanceRole } from "../role/role.ts";
import type { RoleTag } from "../tag/role-tag.ts";

/** An entry of the deny list. Logins with its role tag fail (CLOUD-DENY-07). */
export type DeniedTag = Readonly<{
  createdAt: Instant;
  /**
   * Earliest time at which tidying may delete the entry. By then all tokens of logins with the tag
   * have expired, except periodic ones.
   */
  expiresAt: Instant;
}>;

/** Denied tags by value. */
export const deniedTags = collection<DeniedTag>("shared", "denied-tag/");

/** Name of the lock for writes to the deny list. */
export const denyListLock = "roletag-denylist";

/**
 * Creates or renews the entry of a tag denied at `now`. An existing creation time stays. The entry
 * expires after the longest of the tag's, the role's and the mount's maximum TTL.
 */
export function denied(
  { tag, role }: Readonly<{ tag: RoleTag; role: InstanceRole }>,
  {
    old,
    now,
    mountMaximumSeconds,
  }: Readonly<{ old: DeniedTag | undefined; now: Instant; mountMaximumSeconds: number }>,
): DeniedTag {
  const longestSeconds = Math.max(tag.maxTtlSeconds, role.tokens.maxTtlSeconds, mountMaximumSeconds);
  return { createdAt: old?.createdAt ?? now, expiresAt: now + longestSeconds * 1000 };
}

/** Formats a deny list entry for a response (W4.5-04). */
export function shownDeniedTag({ createdAt, expiresAt }: DeniedTag): JsonObject {
  return { creation_time: timeText(createdAt), expiration_time: timeText(expiresAt) };
}
