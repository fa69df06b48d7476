import { collection, type Storage } from "../../core/storage/storage.ts";

/** What holds for all secrets of a mount. */
export type MountSettings = Readonly<{
  /** 0 stands for {@link usualMaxVersions}. */
  maxVersions: number;
  casRequired: boolean;
  /** 0 means never. */
  deleteVersionAfterSeconds: number;
}>;

/** Versions kept of a secret by default: the reference's number. */
export const usualMaxVersions = 10;

const stored = collection<MountSettings>("shared", "config/");

const unset: MountSettings = { maxVersions: 0, casRequired: false, deleteVersionAfterSeconds: 0 };

/** The settings of the mount. */
export async function readMountSettings(storage: Storage): Promise<MountSettings> {
  return (await stored.read(storage, "mount")) ?? unset;
}

/** Saves the settings of the mount. */
export async function saveMountSettings(storage: Storage, settings: MountSettings): Promise<void> {
  await storage.commit([stored.put("mount", settings)]);
}
