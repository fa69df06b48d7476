import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { Replication } from "../replication.ts";
import { clusterAddressIn } from "./addresses.ts";

const enableFields = z.object({ primary_cluster_addr: field.text.default("") });
const revocationFields = z.object({ id: field.text });

export function primaryEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/replication/performance/primary/enable",
      operations: {
        write: operation({
          summary: "Begin a replication set with this cluster as its primary",
          served: "locally",
          input: enableFields,
          run: async ({ primary_cluster_addr }) =>
            replication.roles.enablePrimary({ address: clusterAddressIn({ primary_cluster_addr }) }),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/demote",
      operations: {
        write: operation({
          summary: "Make the primary a secondary that has no primary yet",
          served: "locally",
          input: noInput,
          run: () => replication.roles.demote(),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/disable",
      operations: {
        write: operation({
          summary: "Turn replication off on a primary",
          served: "locally",
          input: noInput,
          run: () => replication.roles.disable("primary"),
        }),
      },
    },
    {
      path: "sys/replication/performance/primary/revoke-secondary",
      operations: {
        write: operation({
          summary: "Revoke a secondary",
          served: "locally",
          input: revocationFields,
          run: ({ id }) => replication.activations.revokeSecondary(id),
        }),
      },
    },
  ];
}
