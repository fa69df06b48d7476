import { z } from "zod";
import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import { spelledDuration } from "../../../api/spelled-duration.ts";
import type { Scene } from "../../../core/mounts/mount-type.ts";
import { readMountSettings, saveMountSettings } from "../mount-settings.ts";

const settingsData = z.object({
  cas_required: z.boolean(),
  delete_version_after: z.string(),
  max_versions: z.int(),
});

/** What holds for all secrets of the mount (reference-wire.md, 3.10). */
export const configEndpoint: Endpoint<Scene> = {
  path: "config",
  operations: {
    read: operation({
      summary: "Read what holds for all secrets of the mount",
      served: "locally",
      input: noInput,
      output: settingsData,
      async run(_, { storage }: Scene) {
        const settings = await readMountSettings(storage);
        return {
          data: {
            cas_required: settings.casRequired,
            delete_version_after: spelledDuration(settings.deleteVersionAfterSeconds),
            max_versions: settings.maxVersions,
          },
        };
      },
    }),
    write: operation({
      summary: "Set what holds for all secrets of the mount; what is left out stays",
      served: "by-primary",
      input: z.object({
        max_versions: field.integer.meta({ description: "Versions kept of a secret; 0 means 10." }).optional(),
        cas_required: field.boolean
          .meta({ description: "Whether every write has to say which version it expects." })
          .optional(),
        delete_version_after: field.seconds
          .meta({ description: "How long a version lasts; 0 means for ever." })
          .optional(),
      }),
      run(input, { storage, exclusive }: Scene) {
        return exclusive("config", async () => {
          if ((input.max_versions ?? 0) < 0) throw new Problem("refused", "max_versions cannot be negative");
          const old = await readMountSettings(storage);
          await saveMountSettings(storage, {
            maxVersions: input.max_versions ?? old.maxVersions,
            casRequired: input.cas_required ?? old.casRequired,
            deleteVersionAfterSeconds: input.delete_version_after ?? old.deleteVersionAfterSeconds,
          });
          return undefined;
        });
      },
    }),
  },
};
