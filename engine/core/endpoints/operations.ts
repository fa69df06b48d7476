import { z } from "zod";
import { noData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import { serviceVersion } from "../../api/service-version.ts";
import { timeText } from "../../api/values/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemContext } from "../system-context.ts";

type StatusSources = Readonly<{ clock: Clock; clusterName: string; storageType: string }>;

const hostData = z.object({
  cluster_name: z.string(),
  timestamp: z.string(),
  uptime_seconds: z.int(),
  version: z.string(),
});
const setupData = z.object({
  cluster_name: z.string(),
  raw_storage_endpoint: z.boolean(),
  storage: z.object({ type: z.string() }),
});
const flagsData = z.object({ feature_flags: z.null() });

/**
 * Endpoints such as `sys/host-info`, with data of the service, not of the machine; also the feature
 * flags and the removed counters (W3.1-17).
 */
export function operationEndpoints({
  clock,
  clusterName,
  storageType,
}: StatusSources): readonly Endpoint<SystemContext>[] {
  const startedAt = clock.now();
  return [
    {
      path: "sys/host-info",
      operations: {
        read: operation({
          summary: "Read the version, time and uptime of the cluster",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: noInput,
          output: hostData,
          run: async () => ({
            data: {
              cluster_name: clusterName,
              timestamp: timeText(clock.now()),
              uptime_seconds: Math.floor((clock.now() - startedAt) / 1000),
              version: serviceVersion,
            },
          }),
        }),
      },
    },
    {
      path: "sys/config/state/sanitized",
      operations: {
        read: operation({
          summary: "Read the configuration of the cluster, without secrets and addresses",
          served: "locally",
          rootOnly: true,
          input: noInput,
          output: setupData,
          run: async () => ({
            data: { cluster_name: clusterName, raw_storage_endpoint: false, storage: { type: storageType } },
          }),
        }),
      },
    },
    {
      path: "sys/internal/ui/feature-flags",
      bare: true,
      operations: {
        read: operation({
          summary: "List the feature flags for user interfaces",
          served: "locally",
          unauthenticated: true,
          bare: true,
          input: noInput,
          output: flagsData,
          run: async () => ({ bare: { feature_flags: null } }),
        }),
      },
    },
    goneEndpoint("sys/internal/counters/requests", "The functionality has been removed on this path"),
    goneEndpoint("sys/license/status", "enterprise-only feature"),
  ];
}

function goneEndpoint(path: string, text: string): Endpoint<SystemContext> {
  return {
    path,
    operations: {
      read: operation({
        summary: "Always 404, as in the reference's open edition",
        served: "locally",
        statuses: [404],
        input: noInput,
        output: noData,
        async run() {
          throw new Problem("gone", text);
        },
      }),
    },
  };
}
