import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/**
 * An unfinished rotation of the access key, and the keys that it may have left at the provider. It
 * contains no secret.
 */
export type RotationRecord = Readonly<{
  /** IAM user whose key is rotated. */
  user: string;
  announcedAt: Instant;
  /** Ids of replaced keys that must be deleted. */
  replaced: readonly string[];
}>;

const records = collection<RotationRecord>("shared", "rotation/");

/** The unfinished rotation of a mount. */
export const rotationRecord = {
  read: (storage: Parameters<typeof records.read>[0]) => records.read(storage, "root"),
  put: (record: RotationRecord) => records.put("root", record),
  remove: () => records.remove("root"),
};
