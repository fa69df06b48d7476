import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/**
 * Record of an unfinished rotation of the access key. It identifies keys that the rotation may have left at the
 * provider. It contains no secret.
 */
export type RotationRecord = Readonly<{
  user: string;
  announcedAt: Instant;
  /** Ids of keys that are replaced and must be deleted at the provider. */
  replaced: readonly string[];
}>;

const records = collection<RotationRecord>("shared", "rotation/");

export const rotationRecord = {
  read: (storage: Parameters<typeof records.read>[0]) => records.read(storage, "root"),
  put: (record: RotationRecord) => records.put("root", record),
  remove: () => records.remove("root"),
};
