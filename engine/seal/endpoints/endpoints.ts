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

/** What stands apart from all else: where no token is asked for, it is answered in every state of the cluster. */
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

/** What is asked of an unsealed cluster about its keys and itself, in an envelope like all else. */
export function keyEndpoints(context: ClusterContext): readonly Endpoint<unknown>[] {
  return [
    ...keyringEndpoints(context),
    rekeyBackupEndpoint,
    haStatusEndpoint(context),
    versionHistoryEndpoint(context),
  ];
}
