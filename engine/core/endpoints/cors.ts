import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { Cors } from "../cors.ts";
import type { SystemContext } from "../system-context.ts";

const settingsData = z.object({
  enabled: z.boolean(),
  allowed_origins: z.array(z.string()).optional(),
  allowed_headers: z.array(z.string()).optional(),
});
const settingsFields = z.object({ allowed_origins: field.list.default([]), allowed_headers: field.list.default([]) });

export function corsEndpoints(cors: Cors): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/config/cors",
      operations: {
        read: operation({
          summary: "Read the CORS settings: allowed origins and headers",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          output: settingsData,
          async run() {
            const { settings } = cors;
            if (!settings) return { raised: true, data: { enabled: false } };
            const { origins, headers } = settings;
            return { raised: true, data: { enabled: true, allowed_origins: origins, allowed_headers: headers } };
          },
        }),
        write: operation({
          summary: "Allow pages of other origins to send requests (CORS)",
          served: "by-primary",
          sudo: true,
          rootOnly: true,
          input: settingsFields,
          async run({ allowed_origins, allowed_headers }) {
            await cors.enable(allowed_origins, allowed_headers);
            return undefined;
          },
        }),
        delete: operation({
          summary: "Disable CORS",
          served: "by-primary",
          sudo: true,
          rootOnly: true,
          input: noInput,
          async run() {
            await cors.disable();
            return undefined;
          },
        }),
      },
    },
  ];
}
