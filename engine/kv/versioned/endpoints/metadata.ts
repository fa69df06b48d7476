import { z } from "zod";
import { namesData, placedInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { spelledDuration } from "../../../api/spelled-duration.ts";
import { timeText } from "../../../api/time.ts";
import type { Scene } from "../../../core/mounts/mount-type.ts";
import { namesIn } from "../../../core/storage/folder.ts";
import { customMetadata } from "../custom-metadata.ts";
import { mergePatch } from "../merge-patch.ts";
import { readMountSettings } from "../mount-settings.ts";
import { keyPrefix, newSecretKey, numberedVersions, putVersion, type SecretKey, secretKeys } from "../secret-key.ts";
import { shownVersion } from "../shown.ts";

const fields = {
  max_versions: field.integer.meta({ description: "Versions kept; 0 leaves it to the mount." }),
  cas_required: field.boolean.meta({ description: "Whether a write has to say which version it expects." }),
  delete_version_after: field.seconds.meta({ description: "How long a version lasts; 0 leaves it to the mount." }),
  custom_metadata: field.object.meta({ description: "Up to 64 labels: names and texts." }),
};

const writing = z.object({
  path: field.name,
  max_versions: fields.max_versions.optional(),
  cas_required: fields.cas_required.optional(),
  delete_version_after: fields.delete_version_after.optional(),
  custom_metadata: fields.custom_metadata.optional(),
});

/** In a patch `null` takes back what was set. */
const patching = z.object({
  path: field.name,
  max_versions: fields.max_versions.nullable().optional(),
  cas_required: fields.cas_required.nullable().optional(),
  delete_version_after: fields.delete_version_after.nullable().optional(),
  custom_metadata: fields.custom_metadata.nullable().optional(),
});

const known = z.object({
  cas_required: z.boolean(),
  created_time: z.string(),
  current_version: z.int(),
  custom_metadata: z.record(z.string(), z.string()).nullable(),
  delete_version_after: z.string(),
  max_versions: z.int(),
  oldest_version: z.int(),
  updated_time: z.string(),
  versions: z.record(
    z.string(),
    z.object({ created_time: z.string(), deletion_time: z.string(), destroyed: z.boolean() }),
  ),
});

/** What is known of secrets besides their data (reference-wire.md, 3.10). */
export const metadataEndpoints: readonly Endpoint<Scene>[] = [
  { path: "metadata", operations: { list: listOperation("List the secrets and folders of the mount") } },
  {
    path: "metadata/*path",
    operations: {
      list: listOperation("List the secrets and folders below a path"),
      read: operation({
        summary: "Read what is known of a secret and its versions",
        served: "locally",
        input: placedInput,
        output: known,
        async run({ path }, { storage }: Scene) {
          const key = await secretKeys.read(storage, path);
          if (!key) throw new Problem("absent", "");
          return { data: shownKey(key) };
        },
      }),
      write: operation({
        summary: "Set what is known of a secret; what is left out stays",
        served: "by-primary",
        input: writing,
        exists: async ({ path }, { storage }: Scene) => (await secretKeys.read(storage, path)) !== undefined,
        run({ path, ...wish }, scene: Scene) {
          return scene.exclusive(path, async () => {
            if (Object.values(wish).every((value) => value === undefined)) return undefined;
            const labels = wish.custom_metadata && customMetadata(wish.custom_metadata);
            const old = (await secretKeys.read(scene.storage, path)) ?? newSecretKey(scene.clock.now());
            await save(scene, path, revised(old, { ...wish, labels }));
            return warnOfCas(scene, wish.cas_required);
          });
        },
      }),
      patch: operation({
        summary: "Change what is known of a secret; null takes back what was set",
        served: "by-primary",
        input: patching,
        run({ path, ...wish }, scene: Scene) {
          return scene.exclusive(path, async () => {
            const old = await secretKeys.read(scene.storage, path);
            if (!old) return { status: 404, bodiless: true };
            const { custom_metadata: given } = wish;
            const labels = given && customMetadata(mergePatch(old.customMetadata ?? {}, given));
            await save(scene, path, revised(old, { ...wish, labels }));
            return warnOfCas(scene, wish.cas_required);
          });
        },
      }),
      delete: operation({
        summary: "Remove a secret and all its versions for good",
        served: "by-primary",
        input: placedInput,
        run({ path }, { storage, exclusive }: Scene) {
          return exclusive(path, async () => {
            const key = await secretKeys.read(storage, path);
            if (!key) return undefined;
            const versions = numberedVersions(key).map(([number]) => putVersion(path, number, null));
            await storage.commit([...versions, secretKeys.remove(path)]);
            return undefined;
          });
        },
      }),
    },
  },
];

function listOperation(summary: string) {
  return operation({
    summary,
    served: "locally",
    input: z.object({ path: field.name.default("") }),
    output: namesData,
    async run({ path }, { storage }: Scene) {
      const keys = await namesIn(storage, "shared", path === "" ? keyPrefix : `${keyPrefix}${path}/`);
      if (keys.length === 0) throw new Problem("absent", "");
      return { data: { keys } };
    },
  });
}

type Wish = Readonly<{
  max_versions?: number | null | undefined;
  cas_required?: boolean | null | undefined;
  delete_version_after?: number | null | undefined;
  labels: Readonly<Record<string, string>> | null | undefined;
}>;

/** `old` with what `wish` says; `null` is the value of a secret of which nothing was said. */
function revised(old: SecretKey, wish: Wish): SecretKey {
  const maxVersions = wish.max_versions === undefined ? old.maxVersions : (wish.max_versions ?? 0);
  if (maxVersions < 0) throw new Problem("refused", "max_versions cannot be negative");
  const { cas_required: casRequired, delete_version_after: seconds, labels } = wish;
  return {
    ...old,
    maxVersions,
    casRequired: casRequired === undefined ? old.casRequired : (casRequired ?? false),
    deleteVersionAfterSeconds: seconds === undefined ? old.deleteVersionAfterSeconds : (seconds ?? 0),
    customMetadata: labels === undefined ? old.customMetadata : labels,
  };
}

async function save({ storage }: Scene, path: string, key: SecretKey): Promise<void> {
  await storage.commit([secretKeys.put(path, key)]);
}

/** A secret cannot go below what its mount demands. */
async function warnOfCas({ storage }: Scene, casRequired: boolean | null | undefined) {
  if (casRequired !== false || !(await readMountSettings(storage)).casRequired) return undefined;
  return {
    warnings: ['"cas_required" set to false, but is mandated by backend config. This value will be ignored.'],
  };
}

function shownKey(key: SecretKey): JsonObject {
  return {
    cas_required: key.casRequired,
    created_time: timeText(key.createdAt),
    current_version: key.currentVersion,
    custom_metadata: key.customMetadata,
    delete_version_after: spelledDuration(key.deleteVersionAfterSeconds),
    max_versions: key.maxVersions,
    oldest_version: key.oldestVersion,
    updated_time: timeText(key.updatedAt),
    versions: Object.fromEntries(numberedVersions(key).map(([number, version]) => [number, shownVersion(version)])),
  };
}
