import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { anyData, pathInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { type Json, parseJson } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import { addVersion } from "../add-version.ts";
import { checkAndSet } from "../check-and-set.ts";
import { isMap, mergePatch } from "../merge-patch.ts";
import { readMountSettings } from "../mount-settings.ts";
import { findVersion } from "../read-version.ts";
import { newSecretKey, readVersion, type SecretKey, secretKeys, versionOf, withVersion } from "../secret-key.ts";
import { isDeleted, shownMetadata, versionData } from "../shown.ts";

/**
 * Maximum length of a secret after a patch, in characters, since repeated patches could otherwise
 * grow a secret without limit. A secret that a write made longer may be patched if that does not
 * lengthen it.
 */
export const maxPatchedCharacters = 4 * 1024 * 1024;

const writing = z.object({
  path: field.name,
  data: field.document.meta({ secret: true, description: "The secret." }).nullable().optional(),
  options: field.object
    .meta({ description: "`cas` is the version that the write expects; 0 means that none exists." })
    .default({}),
});

const secretData = z.object({ data: anyData.nullable(), metadata: versionData });

/** Reads, writes, patches and deletes the data of versions (W3.10-01, W3.10-02, W3.10-03, W3.10-05). */
export const dataEndpoint: Endpoint<HandlerContext> = {
  path: "data/*path",
  operations: {
    read: operation({
      summary: "Read a version of a secret; the current one by default",
      served: "locally",
      input: z.object({ path: field.name, version: field.integer.default(0) }),
      output: secretData,
      async run({ path, version }, context: HandlerContext): Promise<Answer> {
        const { metadata, text } = await findVersion(context, path, version);
        if (text === undefined) return { status: 404, data: { data: null, metadata } };
        return { data: { data: parseJson(text) as Json, metadata } };
      },
    }),
    write: operation({
      summary: "Write a new version of a secret",
      served: "by-primary",
      longBody: "document",
      input: writing,
      output: versionData,
      exists: async ({ path }, { storage }: HandlerContext) => (await secretKeys.read(storage, path)) !== undefined,
      async run({ path, data, options }, context: HandlerContext) {
        if (data === undefined) throw new Problem("refused", "no data provided");
        const text = JSON.stringify(data);
        return context.withLock(path, async () => {
          const old = (await secretKeys.read(context.storage, path)) ?? newSecretKey(context.clock.now());
          const settings = await readMountSettings(context.storage);
          checkAndSet(old, options, settings);
          return commitVersion(context, { path, old, text, settings });
        });
      },
    }),
    patch: operation({
      summary: "Write a new version of a secret: the current one with the changes of the patch",
      served: "by-primary",
      longBody: "document",
      input: writing,
      output: versionData,
      async run({ path, data, options }, context: HandlerContext) {
        if (!data) throw new Problem("refused", "no data provided");
        return context.withLock(path, async () => {
          const old = await secretKeys.read(context.storage, path);
          const current = old && versionOf(old, old.currentVersion);
          if (!old || !current) return { status: 404, bodiless: true };
          const settings = await readMountSettings(context.storage);
          checkAndSet(old, options, settings);
          const text = await readVersion(context.storage, path, old.currentVersion);
          if (current.destroyed || isDeleted(current, context.clock.now()) || text === undefined) {
            return { status: 404, data: shownMetadata(old, old.currentVersion, current) };
          }
          const before = parseJson(text) as Json;
          const after = JSON.stringify(mergePatch(isMap(before) ? before : {}, data));
          if (after.length > Math.max(maxPatchedCharacters, text.length)) {
            throw new Problem("refused", `a patched secret may be ${maxPatchedCharacters} characters long`);
          }
          return commitVersion(context, { path, old, text: after, settings });
        });
      },
    }),
    delete: operation({
      summary: "Delete the current version of a secret; it can be undeleted",
      served: "by-primary",
      input: pathInput,
      run({ path }, { storage, withLock, clock }: HandlerContext) {
        return withLock(path, async () => {
          const key = await secretKeys.read(storage, path);
          const version = key && versionOf(key, key.currentVersion);
          if (!key || !version || version.destroyed || isDeleted(version, clock.now())) return undefined;
          const deleted = withVersion(key, key.currentVersion, { ...version, deletedAt: clock.now() });
          await storage.commit([secretKeys.put(path, deleted)]);
          return undefined;
        });
      },
    }),
  },
};

async function commitVersion(
  { storage, clock }: HandlerContext,
  {
    path,
    old,
    ...more
  }: { path: string; old: SecretKey; text: string; settings: Parameters<typeof addVersion>[2]["settings"] },
): Promise<Answer> {
  const { key, keyChange, changes } = addVersion(path, old, { ...more, now: clock.now() });
  await storage.commit(changes);
  secretKeys.remember(storage, keyChange, key);
  const version = versionOf(key, key.currentVersion);
  return version ? { data: shownMetadata(key, key.currentVersion, version) } : {};
}
