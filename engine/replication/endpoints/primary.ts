import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { SystemScene } from "../../core/system-scene.ts";
import type { Replication } from "../replication.ts";

/** What operators do to a cluster that leads, or shall lead (performance-replication-api.md, "States and transitions"). */
export function primaryEndpoints(replication: Replication): readonly Endpoint<SystemScene>[] {
  return [
    {
      path: "sys/replication/performance/primary/enable",
      operations: {
        write: operation({
          summary: "Begin a replication set with this cluster as its primary",
          served: "locally",
          input: z.object({ primary_cluster_addr: field.text.default("") }),
          run: ({ primary_cluster_addr: address }) => replication.enablePrimary({ address }),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/demote",
      operations: {
        write: operation({
          summary: "Make the primary a secondary that follows nobody yet",
          served: "locally",
          input: z.object({}),
          run: () => replication.demote(),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/disable",
      operations: {
        write: operation({
          summary: "Turn replication off on a primary",
          served: "locally",
          input: z.object({}),
          run: () => replication.disable("primary"),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/revoke-secondary",
      operations: {
        write: operation({
          summary: "Cut a secondary off",
          served: "locally",
          input: z.object({ id: field.text }),
          run: ({ id }) => replication.revokeSecondary(id),
        }),
      },
    },
  ];
}
