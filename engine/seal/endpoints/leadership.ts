import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";
import { bareOperation } from "./bare-operation.ts";

const leaderData = z.object({
  ha_enabled: z.boolean(),
  is_self: z.boolean(),
  active_time: z.string(),
  leader_address: z.string(),
  leader_cluster_address: z.string(),
  performance_standby: z.boolean(),
  performance_standby_last_remote_wal: z.int(),
});

export function leadershipEndpoints(): readonly Endpoint<unknown>[] {
  return [
    {
      path: "sys/leader",
      operations: {
        read: bareOperation({
          summary: "Read the active node of the cluster",
          input: noInput,
          output: leaderData,
          run: async () => leader,
        }),
      },
    },
    {
      path: "sys/step-down",
      operations: {
        write: operation({
          summary: "Step down as the active node; has no effect, because there is no other node",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          run: async () => undefined,
        }),
      },
    },
  ];
}

const leader: JsonObject = {
  ha_enabled: false,
  is_self: false,
  active_time: "0001-01-01T00:00:00Z",
  leader_address: "",
  leader_cluster_address: "",
  performance_standby: false,
  performance_standby_last_remote_wal: 0,
};
