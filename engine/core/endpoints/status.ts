import { z } from "zod";
import { type Endpoint, type Operation, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemScene } from "../system-scene.ts";

/** The release whose answers ours are like; clients choose what they send by it. */
const serviceVersion = "1.14.9";

/** What a cluster says of itself. */
export type Standing = Readonly<{
  clusterName: string;
  clusterId: string;
  replicationMode: string;
  lastLogIndex: number;
}>;

const bare = (summary: string, run: () => JsonObject): Operation<SystemScene> =>
  operation({
    summary,
    served: "locally",
    unauthenticated: true,
    input: z.object({}),
    run: async () => ({ bare: run() }),
  });

/** `sys/health`, `sys/seal-status`, `sys/leader` and `sys/init`: answers without an envelope (reference-wire.md, 3.1). */
export function statusEndpoints(standing: () => Standing, clock: Clock): readonly Endpoint<SystemScene>[] {
  return [
    {
      path: "sys/health",
      operations: {
        read: operation({
          summary: "Whether the cluster serves, and in which replication mode",
          served: "locally",
          unauthenticated: true,
          input: z.object({ activecode: field.integer.default(200) }),
          run: async ({ activecode }) => ({ status: activecode, bare: health(standing(), clock.now()) }),
        }),
      },
    },
    {
      path: "sys/seal-status",
      operations: { read: bare("Whether the cluster is sealed", () => sealStatus(standing())) },
    },
    { path: "sys/leader", operations: { read: bare("Who leads within the cluster", () => leader) } },
    {
      path: "sys/init",
      operations: { read: bare("Whether the cluster is initialised", () => ({ initialized: true })) },
    },
  ];
}

function health({ clusterName, clusterId, replicationMode, lastLogIndex }: Standing, now: number): JsonObject {
  return {
    initialized: true,
    sealed: false,
    standby: false,
    performance_standby: false,
    replication_performance_mode: replicationMode,
    replication_dr_mode: "disabled",
    server_time_utc: Math.floor(now / 1000),
    version: serviceVersion,
    cluster_name: clusterName,
    cluster_id: clusterId,
    ...(lastLogIndex > 0 ? { last_wal: lastLogIndex } : {}),
  };
}

function sealStatus({ clusterName, clusterId }: Standing): JsonObject {
  return {
    type: "shamir",
    initialized: true,
    sealed: false,
    t: 1,
    n: 1,
    progress: 0,
    nonce: "",
    version: serviceVersion,
    build_date: "",
    migration: false,
    cluster_name: clusterName,
    cluster_id: clusterId,
    recovery_seal: false,
    storage_type: "inmem",
  };
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
