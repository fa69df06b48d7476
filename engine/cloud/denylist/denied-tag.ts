import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import type { InstanceRole } from "../role/role.ts";
import type { RoleTag } from "../tag/role-tag.ts";

/** An entry of the deny list. Logins with its role tag fail (CLOUD-DENY-07). */
export type DeniedTag = Readonly<{
  createdAt: Instant;
  /** When no token of the tag is left that is not renewed for ever; from then on, tidying counts. */
  expiresAt: Instant;
}>;

/** Denied tags by their values. */
export const deniedTags = collection<DeniedTag>("shared", "denied-tag/");

/** What writes the deny list does so under this name, one at a time. */
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

/** An entry as it is read (W4.5-04). */
export function shownDeniedTag({ createdAt, expiresAt }: DeniedTag): JsonObject {
  return { creation_time: timeText(createdAt), expiration_time: timeText(expiresAt) };
}
