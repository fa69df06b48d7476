import { z } from "zod";
import { namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { serviceVersion } from "../../api/service-version.ts";
import { timeText } from "../../api/values/time.ts";
import type { ClusterContext } from "./cluster-context.ts";

const historyData = namesData.extend({
  key_info: z.record(
    z.string(),
    z.object({ build_date: z.string(), previous_version: z.null(), timestamp_installed: z.string() }),
  ),
});

export function versionHistoryEndpoint({ seal }: ClusterContext): Endpoint<unknown> {
  return {
    path: "sys/version-history",
    operations: {
      list: operation({
        summary: "List the versions that used this store",
        served: "locally",
        rootOnly: true,
        input: noInput,
        output: historyData,
        async run() {
          const installed = timeText(seal.keys.keyring.since);
          return {
            data: {
              keys: [serviceVersion],
              key_info: {
                [serviceVersion]: { build_date: "", previous_version: null, timestamp_installed: installed },
              },
            },
          };
        },
      }),
    },
  };
}
