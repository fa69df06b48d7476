import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { serviceVersion } from "../../api/service-version.ts";
import type { ClusterContext } from "./cluster-context.ts";

const nodesData = z.object({
  nodes: z.array(
    z.object({
      hostname: z.string(),
      api_address: z.string(),
      cluster_address: z.string(),
      active_node: z.boolean(),
      last_echo: z.null(),
      version: z.string(),
    }),
  ),
});

export function haStatusEndpoint({ ports, clusterName }: ClusterContext): Endpoint<unknown> {
  const { link } = ports;
  return {
    path: "sys/ha-status",
    operations: {
      read: operation({
        summary: "Read the processes of the cluster, of which there is one",
        served: "locally",
        rootOnly: true,
        input: noInput,
        output: nodesData,
        run: async () => ({
          raised: true,
          data: {
            nodes: [
              {
                hostname: clusterName,
                api_address: link.apiAddress,
                cluster_address: link.clusterAddress,
                active_node: true,
                last_echo: null,
                version: serviceVersion,
              },
            ],
          },
        }),
      }),
    },
  };
}
