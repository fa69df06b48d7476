import type { Endpoint, Operation } from "../../api/endpoint.ts";
import type { Verb } from "../../api/request.ts";
import type { SystemContext } from "../../core/system-context.ts";
import type { Replication } from "../replication.ts";
import { filterEndpoints } from "./filters.ts";
import { primaryEndpoints } from "./primary.ts";
import { secondaryEndpoints } from "./secondary.ts";
import { secondaryTokenEndpoint } from "./secondary-token.ts";
import { replicationStatusEndpoints } from "./status.ts";

/**
 * All paths of performance replication (performance-replication-api.md, "Endpoints"); none is forwarded to the primary. They are
 * about the whole cluster: a client that may do all in a namespace below may not wipe it.
 */
export function replicationEndpoints(replication: Replication): readonly Endpoint<SystemContext>[] {
  return [
    ...replicationStatusEndpoints(replication),
    ...primaryEndpoints(replication),
    secondaryTokenEndpoint(replication),
    ...filterEndpoints(replication),
    ...secondaryEndpoints(replication),
  ].map(inRootOnly);
}

function inRootOnly<Context>({ operations, ...endpoint }: Endpoint<Context>): Endpoint<Context> {
  const verbs = Object.entries(operations) as [Verb, Operation<Context>][];
  return {
    ...endpoint,
    operations: Object.fromEntries(verbs.map(([verb, one]) => [verb, { ...one, rootOnly: true }])),
  };
}
