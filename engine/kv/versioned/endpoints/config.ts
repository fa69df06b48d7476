import { z } from "zod";
import { noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import { mountFields } from "../metadata-fields.ts";
import { readMountSettings, saveMountSettings } from "../mount-settings.ts";

export const configEndpoint: Endpoint<HandlerContext> = {
  path: "config",
  operations: {
    read: operation({
      summary: "Read the settings that apply to all secrets of the mount",
      served: "locally",
      input: noInput,
      output: z.object(mountFields.output),
      async run(_, { storage }: HandlerContext) {
        return { data: mountFields.shown(await readMountSettings(storage)) };
      },
    }),
    write: operation({
      summary: "Change the settings that apply to all secrets of the mount; omitted fields keep their values",
      served: "by-primary",
      input: z.object(mountFields.writing),
      run(input, { storage, withLock }: HandlerContext) {
        return withLock("config", async () => {
          await saveMountSettings(storage, mountFields.written(await readMountSettings(storage), input));
          return undefined;
        });
      },
    }),
  },
};
