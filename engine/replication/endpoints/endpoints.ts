import type { Endpoint } from "../../api/endpoint.ts";
import type { SystemScene } from "../../core/system-scene.ts";
import type { Replication } from "../replication.ts";
import { primaryEndpoints } from "./primary.ts";
import { secondaryEndpoints } from "./secondary.ts";
import { secondaryTokenEndpoint } from "./secondary-token.ts";
import { replicationStatusEndpoints } from "./status.ts";

/** All paths of performance replication (performance-replication-api.md, "Endpoints"); none is forwarded to the primary. */
export function replicationEndpoints(replication: Replication): readonly Endpoint<SystemScene>[] {
  return [
    ...replicationStatusEndpoints(replication),
    ...primaryEndpoints(replication),
    secondaryTokenEndpoint(replication),
    ...secondaryEndpoints(replication),
  ];
}
