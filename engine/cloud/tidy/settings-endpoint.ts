import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { reviseTidySettings, shownTidySettings, type TidiedList, tidyFields, tidySettings } from "./tidy-settings.ts";

const settingsData = z.object({ safety_buffer: z.int(), disable_periodic_tidy: z.boolean() });

export function tidySettingsEndpoint(list: TidiedList): Endpoint<HandlerContext> {
  const path = `config/tidy/${list}`;
  return {
    path,
    operations: {
      read: operation({
        summary: `Read the tidy settings of the ${list}`,
        served: "locally",
        input: noInput,
        output: settingsData,
        async run(_, { storage }: HandlerContext) {
          const settings = await tidySettings.read(storage, list);
          if (!settings) throw new Problem("absent", "");
          return { data: shownTidySettings(settings) };
        },
      }),
      write: operation({
        summary: `Change the tidy settings of the ${list}`,
        served: "by-primary",
        input: tidyFields,
        exists: async (_, { storage }: HandlerContext) => (await tidySettings.read(storage, list)) !== undefined,
        run: (changes, { storage, withLock }: HandlerContext) =>
          withLock(path, async () => {
            const settings = reviseTidySettings(await tidySettings.read(storage, list), changes);
            await storage.commit([tidySettings.put(list, settings)]);
            return undefined;
          }),
      }),
      delete: operation({
        summary: `Reset the tidy settings of the ${list} to their defaults`,
        served: "by-primary",
        input: noInput,
        run: (_, { storage, withLock }: HandlerContext) =>
          withLock(path, async () => {
            await storage.commit([tidySettings.remove(list)]);
            return undefined;
          }),
      }),
    },
  };
}
