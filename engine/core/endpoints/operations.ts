import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import { timeText } from "../../api/time.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { SystemScene } from "../system-scene.ts";

/** What a cluster says of the program it runs. `startedAt` is when the engine was put together. */
export type Program = Readonly<{ version: string; startedAt: Instant; clusterName: string }>;

/** What operators ask of a running cluster, and clients that want to know what they have before them (reference-wire.md, 3.1, 3.2). */
export function operationEndpoints({
  program,
  clock,
}: {
  program: Program;
  clock: Clock;
}): readonly Endpoint<SystemScene>[] {
  const { version, startedAt, clusterName } = program;
  return [
    {
      path: "sys/host-info",
      operations: {
        read: operation({
          summary: "Read how the cluster's program is doing; nothing of the machine it runs on",
          served: "locally",
          sudo: true,
          rootOnly: true,
          input: z.object({}),
          run: async () => ({
            data: {
              cluster_name: clusterName,
              timestamp: timeText(clock.now()),
              uptime_seconds: Math.floor((clock.now() - startedAt) / 1000),
              version,
            },
          }),
        }),
      },
    },
    {
      path: "sys/version-history",
      operations: {
        list: operation({
          summary: "List the versions that the cluster has run",
          served: "locally",
          rootOnly: true,
          input: z.object({}),
          run: async () => ({
            data: {
              keys: [version],
              key_info: {
                [version]: { build_date: "", previous_version: null, timestamp_installed: timeText(startedAt) },
              },
            },
          }),
        }),
      },
    },
    {
      path: "sys/internal/ui/feature-flags",
      operations: {
        read: operation({
          summary: "List the features that a user interface may offer",
          served: "locally",
          unauthenticated: true,
          bare: true,
          input: z.object({}),
          run: async () => ({ bare: { feature_flags: null } }),
        }),
      },
    },
    {
      path: "sys/internal/counters/requests",
      operations: {
        read: operation({
          summary: "Gone, as in the reference",
          served: "locally",
          input: z.object({}),
          async run() {
            throw new Problem("gone", "The functionality has been removed on this path");
          },
        }),
      },
    },
    {
      path: "sys/license/status",
      operations: {
        read: operation({
          summary: "There is no licence to read",
          served: "locally",
          input: z.object({}),
          async run() {
            throw new Problem("gone", "enterprise-only feature");
          },
        }),
      },
    },
  ];
}
