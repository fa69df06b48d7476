import { z } from "zod";
import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";
import type { SecretKey, Version } from "./secret-key.ts";

export function isDeleted({ deletedAt }: Version, now: Instant): boolean {
  return deletedAt !== undefined && deletedAt <= now;
}

/** Returns the metadata of one version as lists of versions contain it (W3.10-06). */
export function shownVersion({ createdAt, deletedAt, destroyed }: Version) {
  return {
    created_time: timeText(createdAt),
    deletion_time: deletedAt === undefined ? "" : timeText(deletedAt),
    destroyed: destroyed ?? false,
  };
}

export const versionData = z.object({
  created_time: z.string(),
  custom_metadata: z.record(z.string(), z.string()).nullable(),
  deletion_time: z.string(),
  destroyed: z.boolean(),
  version: z.int(),
});

export function shownMetadata(key: SecretKey, number: number, version: Version): JsonObject {
  return { ...shownVersion(version), custom_metadata: key.customMetadata, version: number };
}
