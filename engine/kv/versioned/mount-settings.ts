import { collection, type Storage } from "../../core/storage/storage.ts";

export type MountSettings = Readonly<{
  /**
   * Maximum number of versions that are kept of a secret. The maximum of the secret applies if it is higher. If both
   * are 0, {@link defaultMaxVersions} applies.
   */
  maxVersions: number;
  casRequired: boolean;
  /**
   * Maximum lifetime of versions, in seconds; 0 means unlimited. The lifetime that a secret sets applies if it is
   * shorter.
   */
  deleteVersionAfterSeconds: number;
}>;

export const defaultMaxVersions = 10;

const stored = collection<MountSettings>("shared", "config/");

const unset: MountSettings = { maxVersions: 0, casRequired: false, deleteVersionAfterSeconds: 0 };

export async function readMountSettings(storage: Storage): Promise<MountSettings> {
  return (await stored.read(storage, "mount")) ?? unset;
}

export async function saveMountSettings(storage: Storage, settings: MountSettings): Promise<void> {
  await storage.commit([stored.put("mount", settings)]);
}
