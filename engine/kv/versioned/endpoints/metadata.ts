import { z } from "zod";
import { namesData, pathInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { timeText } from "../../../api/values/time.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import { namesIn } from "../../../core/storage/folder.ts";
import { secretFields } from "../metadata-fields.ts";
import { readMountSettings } from "../mount-settings.ts";
import { keyPrefix, newSecretKey, numberedVersions, putVersion, type SecretKey, secretKeys } from "../secret-key.ts";
import { shownVersion } from "../shown.ts";

const writing = z.object({ path: field.name, ...secretFields.writing });
const patching = z.object({ path: field.name, ...secretFields.patching });

const known = z.object({
  ...secretFields.output,
  created_time: z.string(),
  current_version: z.int(),
  oldest_version: z.int(),
  updated_time: z.string(),
  versions: z.record(
    z.string(),
    z.object({ created_time: z.string(), deletion_time: z.string(), destroyed: z.boolean() }),
  ),
});

/** Lists, reads, writes, patches and deletes the metadata of secrets (W3.10-06). */
export const metadataEndpoints: readonly Endpoint<HandlerContext>[] = [
  { path: "metadata", operations: { list: listOperation("List the secrets and folders of the mount") } },
  {
    path: "metadata/*path",
    operations: {
      list: listOperation("List the secrets and folders below a path"),
      read: operation({
        summary: "Read the metadata of a secret and its versions",
        served: "locally",
        input: pathInput,
        output: known,
        async run({ path }, { storage }: HandlerContext) {
          const key = await secretKeys.read(storage, path);
          if (!key) throw new Problem("absent", "");
          return { data: shownKey(key) };
        },
      }),
      write: operation({
        summary: "Set the metadata of a secret; omitted fields keep their values",
        served: "by-primary",
        input: writing,
        exists: async ({ path }, { storage }: HandlerContext) => (await secretKeys.read(storage, path)) !== undefined,
        run({ path, ...fields }, context: HandlerContext) {
          return context.withLock(path, async () => {
            if (Object.values(fields).every((value) => value === undefined)) return undefined;
            const old = (await secretKeys.read(context.storage, path)) ?? newSecretKey(context.clock.now());
            await save(context, path, secretFields.written(old, fields));
            return warnOfCas(context, fields.cas_required);
          });
        },
      }),
      patch: operation({
        summary: "Change the metadata of a secret; null resets a field to its default",
        served: "by-primary",
        input: patching,
        run({ path, ...fields }, context: HandlerContext) {
          return context.withLock(path, async () => {
            const old = await secretKeys.read(context.storage, path);
            if (!old) return { status: 404, bodiless: true };
            await save(context, path, secretFields.patched(old, fields));
            return warnOfCas(context, fields.cas_required);
          });
        },
      }),
      delete: operation({
        summary: "Remove a secret and all its versions for good",
        served: "by-primary",
        input: pathInput,
        run({ path }, { storage, withLock }: HandlerContext) {
          return withLock(path, async () => {
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
    async run({ path }, { storage }: HandlerContext) {
      const keys = await namesIn(storage, "shared", path === "" ? keyPrefix : `${keyPrefix}${path}/`);
      if (keys.length === 0) throw new Problem("absent", "");
      return { data: { keys } };
    },
  });
}

async function save({ storage }: HandlerContext, path: string, key: SecretKey): Promise<void> {
  await storage.commit([secretKeys.put(path, key)]);
}

async function warnOfCas({ storage }: HandlerContext, casRequired: boolean | null | undefined) {
  if (casRequired !== false || !(await readMountSettings(storage)).casRequired) return undefined;
  return {
    warnings: ['"cas_required" set to false, but is mandated by backend config. This value will be ignored.'],
  };
}

function shownKey(key: SecretKey): JsonObject {
  return {
    ...secretFields.shown(key),
    created_time: timeText(key.createdAt),
    current_version: key.currentVersion,
    oldest_version: key.oldestVersion,
    updated_time: timeText(key.updatedAt),
    versions: Object.fromEntries(numberedVersions(key).map(([number, version]) => [number, shownVersion(version)])),
  };
}
