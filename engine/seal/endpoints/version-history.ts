import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { serviceVersion } from "../../api/service-version.ts";
import { timeText } from "../../api/time.ts";
import type { ClusterScene } from "./cluster-scene.ts";

/** `sys/version-history`: since when which version runs here. There was one. */
export function versionHistoryEndpoint({ seal }: ClusterScene): Endpoint<unknown> {
  return {
    path: "sys/version-history",
    operations: {
      list: operation({
        summary: "The versions that ran over this store",
        served: "locally",
        rootOnly: true,
        input: noInput,
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
