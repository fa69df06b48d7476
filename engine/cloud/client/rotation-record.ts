import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/** A rotation of the access key that has begun and has not ended: what it may have left at the provider. It holds no secret. */
export type RotationRecord = Readonly<{
  /** The IAM user whose key is rotated. */
  user: string;
  announcedAt: Instant;
  /** Ids of keys that were replaced and are to be deleted. */
  replaced: readonly string[];
}>;

const records = collection<RotationRecord>("shared", "rotation/");

/** The rotation of a mount's access key that is under way. */
export const rotationRecord = {
  read: (storage: Parameters<typeof records.read>[0]) => records.read(storage, "root"),
  put: (record: RotationRecord) => records.put("root", record),
  remove: () => records.remove("root"),
};
