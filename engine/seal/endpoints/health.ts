import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { serviceVersion } from "../../api/service-version.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { healthShape } from "./shapes.ts";

const status = field.text.optional();

const healthInput = z.object({
  activecode: status,
  sealedcode: status,
  uninitcode: status,
  // A cluster is a single process, so it is never a standby or a disaster recovery secondary.
  standbycode: status,
  drsecondarycode: status,
  performancestandbycode: status,
  standbyok: status,
  perfstandbyok: status,
});

export function healthEndpoint(context: ClusterContext): Endpoint<unknown> {
  return {
    path: "sys/health",
    operations: {
      read: operation({
        summary: "Read the state of the cluster and its replication mode",
        served: "locally",
        unauthenticated: true,
        unaudited: true,
        rootOnly: true,
        bare: true,
        statuses: "any",
        input: healthInput,
        output: healthShape,
        async run({ standbyok, perfstandbyok, ...requestedCodes }) {
          const codes = Object.fromEntries(
            Object.entries(requestedCodes).map(([name, text]) => [name, statusOf(text)]),
          );
          const { seal } = context;
          if (!seal.isInitialized) return { status: codes.uninitcode ?? 501, bare: health(context) };
          if (seal.isSealed) return { status: codes.sealedcode ?? 503, bare: health(context) };
          return { status: codes.activecode ?? 200, bare: health(context) };
        },
      }),
    },
  };
}

function statusOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[2-5]\d\d$/.test(text)) throw new Problem("malformed", "");
  return Number(text);
}

function health({ seal, clusterName, ports }: ClusterContext): JsonObject {
  const standing = seal.inside?.standing();
  return {
    initialized: seal.isInitialized,
    sealed: standing === undefined,
    standby: standing === undefined,
    performance_standby: false,
    replication_performance_mode: standing?.replicationMode ?? "unknown",
    replication_dr_mode: standing ? "disabled" : "unknown",
    server_time_utc: Math.floor(ports.clock.now() / 1000),
    version: serviceVersion,
    ...(standing ? { cluster_name: clusterName, cluster_id: standing.clusterId } : {}),
    ...(standing && standing.lastLogIndex > 0 ? { last_wal: standing.lastLogIndex } : {}),
  };
}
