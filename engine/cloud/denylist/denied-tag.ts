import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import type { InstanceRole } from "../role/role.ts";
import type { RoleTag } from "../tag/role-tag.ts";

/** Entry of the deny list. Logins with its role tag are refused (CLOUD-DENY-07). */
export type DeniedTag = Readonly<{
  createdAt: Instant;
  /** Tidying may remove the entry when the safety buffer after this time has passed. */
  expiresAt: Instant;
}>;

export const deniedTags = collection<DeniedTag>("shared", "denied-tag/");

export const denyListLock = "roletag-denylist";

/**
 * Returns the deny list entry of a tag that is denied at `now`. It expires after the longest of the maximum TTLs of
 * tag, role and mount. Keeps the creation time of the entry `old`, if there is one.
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

export function shownDeniedTag({ createdAt, expiresAt }: DeniedTag): JsonObject {
  return { creation_time: timeText(createdAt), expiration_time: timeText(expiresAt) };
}
