import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { Replication } from "../replication.ts";

export function replicationStatusEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/replication/performance/status",
      operations: {
        read: operation({
          summary: "Read the status of performance replication",
          served: "locally",
          unauthenticated: true,
          unaudited: true,
          input: noInput,
          run: async () => ({ data: replication.status() }),
        }),
      },
    },
    {
      path: "sys/replication/status",
      operations: {
        read: operation({
          summary: "Read the status of all kinds of replication",
          served: "locally",
          unauthenticated: true,
          unaudited: true,
          input: noInput,
          run: async () => ({ data: { dr: { mode: "disabled" }, performance: replication.status() } }),
        }),
      },
    },
  ];
}
