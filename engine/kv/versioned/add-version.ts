import type { StorageChange } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import { defaultMaxVersions, type MountSettings } from "./mount-settings.ts";
import { putVersion, type SecretKey, secretKeys } from "./secret-key.ts";

/** Result of {@link addVersion}: the changed metadata, the change that saves them (`keyChange`), and all changes. */
export type Added = Readonly<{ key: SecretKey; keyChange: StorageChange; changes: readonly StorageChange[] }>;

/**
 * Returns the changes that add a version with the JSON text `text` to a secret, and remove its oldest versions if there
 * are too many.
 */
export function addVersion(
  path: string,
  old: SecretKey,
  { text, now, settings }: { text: string; now: Instant; settings: MountSettings },
): Added {
  const currentVersion = old.currentVersion + 1;
  const seconds = lifetimeSecondsOf(settings.deleteVersionAfterSeconds, old.deleteVersionAfterSeconds);
  const added = seconds === undefined ? { createdAt: now } : { createdAt: now, deletedAt: now + seconds * 1000 };
  const changes: StorageChange[] = [];
  const maxVersions = Math.max(old.maxVersions, settings.maxVersions) || defaultMaxVersions;
  let { oldestVersion } = old;
  const versions = [...old.versions, added];
  if (currentVersion - oldestVersion >= maxVersions) {
    oldestVersion = currentVersion - maxVersions + 1;
    const first = currentVersion - versions.length + 1;
    for (let version = first; version < oldestVersion; version++) changes.push(putVersion(path, version, null));
    versions.splice(0, Math.max(0, oldestVersion - first));
  }
  const key: SecretKey = { ...old, updatedAt: now, currentVersion, oldestVersion, versions };
  const keyChange = secretKeys.put(path, key);
  changes.push(putVersion(path, currentVersion, text), keyChange);
  return { key, keyChange, changes };
}

function lifetimeSecondsOf(mountSeconds: number, keySeconds: number): number | undefined {
  const limits = [mountSeconds, keySeconds].filter((seconds) => seconds > 0);
  return limits.length === 0 ? undefined : Math.min(...limits);
}
