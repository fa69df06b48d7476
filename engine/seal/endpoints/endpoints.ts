import type { Endpoint } from "../../api/endpoint.ts";
import type { ClusterContext } from "./cluster-context.ts";
import { generateRootEndpoints } from "./generate-root.ts";
import { haStatusEndpoint } from "./ha-status.ts";
import { healthEndpoint } from "./health.ts";
import { initEndpoint } from "./init.ts";
import { keyringEndpoints } from "./keyring.ts";
import { leadershipEndpoints } from "./leadership.ts";
import { rekeyEndpoints } from "./rekey.ts";
import { rekeyBackupEndpoint } from "./rekey-backup.ts";
import { sealStatusEndpoints } from "./seal-status.ts";
import { versionHistoryEndpoint } from "./version-history.ts";

export function bareEndpoints(context: ClusterContext): readonly Endpoint<unknown>[] {
  return [
    healthEndpoint(context),
    ...sealStatusEndpoints(context),
    initEndpoint(context),
    ...leadershipEndpoints(),
    ...generateRootEndpoints(context),
    ...rekeyEndpoints(context),
  ];
}

/** Endpoints that are served only while the cluster is unsealed, such as `sys/rotate`. */
export function keyEndpoints(context: ClusterContext): readonly Endpoint<unknown>[] {
  return [
    ...keyringEndpoints(context),
    rekeyBackupEndpoint,
    haStatusEndpoint(context),
    versionHistoryEndpoint(context),
  ];
}
