import type { Storage, StorageChange } from "../../core/storage/storage.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/** Metadata of one version of a secret, without its data. Default values are omitted to save space. */
export type Version = Readonly<{
  createdAt: Instant;
  /** Time from which on the version is deleted. Absent if it is not deleted and no deletion is planned. */
  deletedAt?: Instant;
  destroyed?: true;
}>;

/** Metadata of a secret and its versions, stored separately from the versions' data. */
export type SecretKey = Readonly<{
  createdAt: Instant;
  updatedAt: Instant;
  /** Number of the newest version; 0 before the first version is written. */
  currentVersion: number;
  /** Number of the oldest kept version; 0 until the maximum number of versions is reached. */
  oldestVersion: number;
  versions: readonly Version[];
  /** Maximum number of versions that are kept. The maximum of the mount applies if it is higher. */
  maxVersions: number;
  casRequired: boolean;
  deleteVersionAfterSeconds: number;
  customMetadata: Readonly<Record<string, string>> | null;
}>;

export const keyPrefix = "key/";

export const secretKeys = collection<SecretKey>("shared", keyPrefix);

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

/** Returns the metadata of version `number`, or undefined if that version was removed or is not yet written. */
export function versionOf({ currentVersion, versions }: SecretKey, number: number): Version | undefined {
  return versions[versions.length - 1 - (currentVersion - number)];
}

export function numberedVersions({ currentVersion, versions }: SecretKey): readonly (readonly [number, Version])[] {
  return versions.map((version, at) => [currentVersion - versions.length + 1 + at, version]);
}

/** Returns a copy of `key` in which `version` is the metadata of version `number`. That version must exist. */
export function withVersion(key: SecretKey, number: number, version: Version): SecretKey {
  return { ...key, versions: key.versions.with(key.versions.length - 1 - (key.currentVersion - number), version) };
}

export function readVersion(storage: Storage, path: string, version: number): Promise<string | undefined> {
  return storage.read("shared", versionKey(path, version));
}

export function putVersion(path: string, version: number, text: string | null): StorageChange {
  return { space: "shared", key: versionKey(path, version), value: text };
}

/** The number comes first, because a path may contain digits and slashes. */
function versionKey(path: string, version: number): string {
  return `version/${version}/${path}`;
}
