import { z } from "zod";
import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { SecretKey, Version } from "./secret-key.ts";

/** True if `version` is deleted at the time `now`. */
export function isDeleted({ deletedAt }: Version, now: Instant): boolean {
  return deletedAt !== undefined && deletedAt <= now;
}

/** Metadata of one version as it appears in lists of versions (W3.10-06). */
export function shownVersion({ createdAt, deletedAt, destroyed }: Version) {
  return {
    created_time: timeText(createdAt),
    deletion_time: deletedAt === undefined ? "" : timeText(deletedAt),
    destroyed: destroyed ?? false,
  };
}

/** Schema of the `metadata` that are returned with a version's data. */
export const versionData = z.object({
  created_time: z.string(),
  custom_metadata: z.record(z.string(), z.string()).nullable(),
  deletion_time: z.string(),
  destroyed: z.boolean(),
  version: z.int(),
});

/** Returns the `metadata` that accompany a version's data in responses. */
export function shownMetadata(key: SecretKey, number: number, version: Version): JsonObject {
  return { ...shownVersion(version), custom_metadata: key.customMetadata, version: number };
}
