import type { Storage, StorageChange } from "../../core/storage/storage.ts";
import { collection } from "../../core/storage/storage.ts";
import type { Instant } from "../../ports/clock.ts";

/** What is known of one version of a secret besides its data. It is stored with every write ten times over: what is usual is left out. */
export type Version = Readonly<{
  createdAt: Instant;
  /** When it counts as deleted, which may be to come; left out when it never does. */
  deletedAt?: Instant;
  /** Whether its data are gone for good. */
  destroyed?: true;
}>;

/** What is known of a secret; its versions' data lie apart, so that a write need not copy them. */
export type SecretKey = Readonly<{
  createdAt: Instant;
  updatedAt: Instant;
  /** 0 before the first. */
  currentVersion: number;
  /** 0 until the first is dropped or about to be. */
  oldestVersion: number;
  /** Those that are kept, in order; the last one is the current version. */
  versions: readonly Version[];
  /** 0 leaves it to the mount. */
  maxVersions: number;
  casRequired: boolean;
  deleteVersionAfterSeconds: number;
  customMetadata: Readonly<Record<string, string>> | null;
}>;

/** Where {@link SecretKey}s lie, by the path of the secret. */
export const keyPrefix = "key/";

/** The secrets of a mount. */
export const secretKeys = collection<SecretKey>("shared", keyPrefix);

/** A secret of which nothing was written yet. */
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

/** The version of this number; undefined when it is not kept, or not there yet. */
export function versionOf({ currentVersion, versions }: SecretKey, number: number): Version | undefined {
  return versions[versions.length - 1 - (currentVersion - number)];
}

/** The versions that are kept, by their numbers. */
export function numberedVersions({ currentVersion, versions }: SecretKey): readonly (readonly [number, Version])[] {
  return versions.map((version, at) => [currentVersion - versions.length + 1 + at, version]);
}

/** `key` with another version in place of the one of this number. */
export function withVersion(key: SecretKey, number: number, version: Version): SecretKey {
  return { ...key, versions: key.versions.with(key.versions.length - 1 - (key.currentVersion - number), version) };
}

/** The data of a version as JSON text; undefined when there are none. */
export function readVersion(storage: Storage, path: string, version: number): Promise<string | undefined> {
  return storage.read("shared", versionKey(path, version));
}

/** Puts the data of a version, as JSON text, or removes them. */
export function putVersion(path: string, version: number, text: string | null): StorageChange {
  return { space: "shared", key: versionKey(path, version), value: text };
}

/** The number stands first: a path may hold anything, digits and slashes too. */
function versionKey(path: string, version: number): string {
  return `version/${version}/${path}`;
}
