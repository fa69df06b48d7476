import type { StorageChange } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";
import { type MountSettings, usualMaxVersions } from "./mount-settings.ts";
import { putVersion, type SecretKey, secretKeys } from "./secret-key.ts";

/** A secret after another version was added to it, and what to save for that. */
export type Added = Readonly<{ key: SecretKey; keyChange: StorageChange; changes: readonly StorageChange[] }>;

/** Adds a version with the data of `text`, and drops those that are then too many. */
export function addVersion(
  path: string,
  old: SecretKey,
  { text, now, settings }: { text: string; now: Instant; settings: MountSettings },
): Added {
  const currentVersion = old.currentVersion + 1;
  const seconds = lifeOf(settings.deleteVersionAfterSeconds, old.deleteVersionAfterSeconds);
  const added = seconds === undefined ? { createdAt: now } : { createdAt: now, deletedAt: now + seconds * 1000 };
  const changes: StorageChange[] = [];
  const most = Math.max(old.maxVersions, settings.maxVersions) || usualMaxVersions;
  let { oldestVersion } = old;
  const versions = [...old.versions, added];
  if (currentVersion - oldestVersion >= most) {
    oldestVersion = currentVersion - most + 1;
    const first = currentVersion - versions.length + 1;
    for (let version = first; version < oldestVersion; version++) changes.push(putVersion(path, version, null));
    versions.splice(0, Math.max(0, oldestVersion - first));
  }
  const key: SecretKey = { ...old, updatedAt: now, currentVersion, oldestVersion, versions };
  const keyChange = secretKeys.put(path, key);
  changes.push(putVersion(path, currentVersion, text), keyChange);
  return { key, keyChange, changes };
}

/** How long a version lasts: the shorter of what mount and secret say, where they say something. */
function lifeOf(mountSeconds: number, keySeconds: number): number | undefined {
  const said = [mountSeconds, keySeconds].filter((seconds) => seconds > 0);
  return said.length === 0 ? undefined : Math.min(...said);
}
