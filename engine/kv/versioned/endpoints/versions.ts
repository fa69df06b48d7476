import { z } from "zod";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import type { StorageChange } from "../../../core/storage/storage.ts";
import type { Instant } from "../../../ports/clock.ts";
import { putVersion, secretKeys, type Version, versionOf, withVersion } from "../secret-key.ts";
import { isDeleted } from "../shown.ts";

type VersionChange = (version: Version, now: Instant) => Version;

const deleted: VersionChange = (version, now) =>
  version.destroyed || isDeleted(version, now) ? version : { ...version, deletedAt: now };
const undeleted: VersionChange = ({ deletedAt, ...version }) =>
  version.destroyed && deletedAt !== undefined ? { ...version, deletedAt } : version;
const destroyed: VersionChange = (version) => ({ ...version, destroyed: true });

/** Deletes, undeletes and destroys versions by number (W3.10-07). */
export const versionsEndpoints: readonly Endpoint<HandlerContext>[] = [
  versionsEndpoint("delete", "Delete versions of a secret; they can be undeleted", deleted),
  versionsEndpoint("undelete", "Undelete versions of a secret", undeleted),
  versionsEndpoint("destroy", "Permanently destroy the data of versions of a secret", destroyed),
];

function versionsEndpoint(word: string, summary: string, change: VersionChange): Endpoint<HandlerContext> {
  return {
    path: `${word}/*path`,
    operations: {
      write: operation({
        summary,
        served: "by-primary",
        input: z.object({
          path: field.name,
          versions: field.integers.meta({ description: "Numbers of the versions." }).default([]),
        }),
        run({ path, versions: numbers }, { storage, withLock, clock }: HandlerContext) {
          if (numbers.length === 0) throw new Problem("refused", "no version number provided");
          return withLock(path, async () => {
            let key = await secretKeys.read(storage, path);
            if (!key) return undefined;
            const changes: StorageChange[] = [];
            for (const number of new Set(numbers)) {
              const old = versionOf(key, number);
              if (!old) continue;
              const version = change(old, clock.now());
              if (version.destroyed) changes.push(putVersion(path, number, null));
              key = withVersion(key, number, version);
            }
            await storage.commit([...changes, secretKeys.put(path, key)]);
            return undefined;
          });
        },
      }),
    },
  };
}
