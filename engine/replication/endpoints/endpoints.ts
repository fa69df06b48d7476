import type { Endpoint, Operation } from "../../api/endpoint.ts";
import type { Verb } from "../../api/request.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { Replication } from "../replication.ts";
import { filterEndpoints } from "./filters.ts";
import { maintenanceEndpoints } from "./maintenance.ts";
import { primaryEndpoints } from "./primary.ts";
import { secondaryEndpoints } from "./secondary.ts";
import { secondaryTokenEndpoint } from "./secondary-token.ts";
import { replicationStatusEndpoints } from "./status.ts";

/**
 * Endpoints of replication (CORE-METHOD-02, CORE-MOUNT-05). They exist only in the root namespace, and are not
 * forwarded to the primary.
 */
export function replicationEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  const operating = [
    ...primaryEndpoints(replication),
    secondaryTokenEndpoint(replication),
    ...filterEndpoints(replication),
    ...secondaryEndpoints(replication),
  ];
  return [
    ...replicationStatusEndpoints(replication),
    ...maintenanceEndpoints(replication),
    ...operating.flatMap((endpoint) => [endpoint, withOlderPath(endpoint)]),
  ].map(inRootOnly);
}

/**
 * Returns `endpoint` under the older path that the reference used before it had two kinds of replication
 * (docs/differences.md, "Replication and other editions").
 */
function withOlderPath<Context>(endpoint: Endpoint<Context>): Endpoint<Context> {
  return { ...endpoint, path: endpoint.path.replace("sys/replication/performance/", "sys/replication/") };
}

function inRootOnly<Context>({ operations, ...endpoint }: Endpoint<Context>): Endpoint<Context> {
  const verbs = Object.entries(operations) as [Verb, Operation<Context>][];
  return {
    ...endpoint,
    operations: Object.fromEntries(verbs.map(([verb, one]) => [verb, { ...one, rootOnly: true }])),
  };
}
