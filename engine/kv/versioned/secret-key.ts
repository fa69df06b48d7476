import type { Storage, StorageChange } from "../../core/storage/storage.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/**
 * Metadata of one version of a secret, without its data. Every write stores the metadata of all
 * kept versions (10 by default), so default values are omitted.
 */
export type Version = Readonly<{
  createdAt: Instant;
  /** Deletion time, which may be in the future; absent if the version is never deleted. */
  deletedAt?: Instant;
  /** True if the data of the version are permanently removed. */
  destroyed?: true;
}>;

/** Metadata of a secret and its versions, stored separately from the versions' data. */
export type SecretKey = Readonly<{
  createdAt: Instant;
  updatedAt: Instant;
  /** Number of the newest version; 0 before the first version is written. */
  currentVersion: number;
  /** Number of the oldest kept version; 0 until the secret has its maximum number of versions. */
  oldestVersion: number;
  /** Metadata of the kept versions, in ascending order; the last entry is the current version. */
  versions: readonly Version[];
  /** Maximum number of versions to keep; 0 means the setting of the mount. */
  maxVersions: number;
  casRequired: boolean;
  deleteVersionAfterSeconds: number;
  customMetadata: Readonly<Record<string, string>> | null;
}>;

/** Storage prefix of {@link SecretKey} records; the path of the secret follows. */
export const keyPrefix = "key/";

/** Stored metadata of the secrets of a mount, by path. */
export const secretKeys = collection<SecretKey>("shared", keyPrefix);

/** Returns the metadata of a secret without versions. */
export function newSecretKey(now: Instant): SecretKey {
  return {
    createdAt: now,
    updatedAt: now,
    currentVersion: 0,
    oldestVersion: 0,
    versions: [],
    maxVersions: 0,
    casRequired: false,
    deleteVersionAfterSeconds: 0,
    customMetadata: null,
  };
}

/** Returns the metadata of the version `number`; undefined if removed or not yet written. */
export function versionOf({ currentVersion, versions }: SecretKey, number: number): Version | undefined {
  return versions[versions.length - 1 - (currentVersion - number)];
}

/** Returns the number and metadata of each kept version. */
export function numberedVersions({ currentVersion, versions }: SecretKey): readonly (readonly [number, Version])[] {
  return versions.map((version, at) => [currentVersion - versions.length + 1 + at, version]);
}

/** Returns a copy of `key` in which the version `number` has the metadata `version`. */
export function withVersion(key: SecretKey, number: number, version: Version): SecretKey {
  return { ...key, versions: key.versions.with(key.versions.length - 1 - (key.currentVersion - number), version) };
}

/** Reads the data of a version as JSON text; undefined if they are not stored. */
export function readVersion(storage: Storage, path: string, version: number): Promise<string | undefined> {
  return storage.read("shared", versionKey(path, version));
}

/** Returns the storage change that writes, or with null removes, the data of a version. */
export function putVersion(path: string, version: number, text: string | null): StorageChange {
  return { space: "shared", key: versionKey(path, version), value: text };
}

/** The number precedes the path, because a path may contain digits and slashes. */
function versionKey(path: string, version: number): string {
  return `version/${version}/${path}`;
}
