import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/time.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import type { InstanceRole } from "../role/role.ts";
import type { RoleTag } from "../tag/role-tag.ts";

/** A denied role tag: no login with it succeeds any more. Source: cloud-auth-api.md, "Deny list entry". */
export type DeniedTag = Readonly<{
  createdAt: Instant;
  /** When no token of the tag is left that is not renewed for ever; from then on, tidying counts. */
  expiresAt: Instant;
}>;

/** Denied tags by their values. */
export const deniedTags = collection<DeniedTag>("shared", "denied-tag/");

/** What writes the deny list does so under this name, one at a time. */
export const denyListLock = "roletag-denylist";

/** The entry of a tag that is denied at `now`, for the first time or again (reference-facts.md, 2.6). */
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

/** An entry as it is read back. Source: reference-wire.md, 4.5. */
export function shownDeniedTag({ createdAt, expiresAt }: DeniedTag): JsonObject {
  return { creation_time: timeText(createdAt), expiration_time: timeText(expiresAt) };
}
