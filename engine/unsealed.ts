import type { Endpoint } from "./api/endpoint.ts";
import { approle } from "./approle/approle.ts";
import { cloudAuth } from "./cloud/cloud-auth.ts";
import { providers } from "./cloud/provider.ts";
import type { Core } from "./core/core.ts";
import type { CoreLimits } from "./core/core-limits.ts";
import type { FirstMount } from "./core/core-options.ts";
import type { MountType } from "./core/mounts/mount-type.ts";
import { ReplicatedCore } from "./core/replicated-core.ts";
import type { SystemContext } from "./core/system-context.ts";
import { cubbyhole } from "./cubbyhole/cubbyhole.ts";
import { databaseEngine } from "./database/database-engine.ts";
import { keyValue } from "./kv/kv.ts";
import type { ClusterKeys } from "./ports/cluster-keys.ts";
import type { Ports } from "./ports/ports.ts";
import { type Edition, endpointsOf, expectEdition } from "./replication/endpoints/community.ts";
import { replicationEndpoints } from "./replication/endpoints/endpoints.ts";
import { openReplication } from "./replication/open-replication.ts";
import type { Replication } from "./replication/replication.ts";
import type { Protected } from "./seal/seal.ts";
import { userpass } from "./userpass/userpass.ts";

/** State of an unsealed cluster. `core` is replaced when replication wipes the data. */
export type Unsealed = Protected & Readonly<{ core: Core; replication: Replication }>;

export type UnsealedOptions = Readonly<{
  clusterName: string;
  ports: Ports;
  keys: ClusterKeys;
  systemEndpoints: readonly Endpoint<SystemContext>[];
  firstMounts: readonly FirstMount[];
  rootToken?: string;
  isDevelopment?: boolean;
  limits: CoreLimits;
  release: string | undefined;
  edition: Edition;
  /** Called when memory differs from the store and cannot be reloaded. Must seal the cluster. */
  outOfSync: () => void;
}>;

/** Opens replication and the core on the stored data, and starts replication. */
export async function openUnsealed({
  ports,
  keys,
  systemEndpoints,
  outOfSync,
  release,
  edition,
  ...options
}: UnsealedOptions): Promise<Unsealed> {
  const replicated = new ReplicatedCore({ outOfSync });
  const replication = await openReplication({
    ports,
    keys,
    observer: replicated,
    serve: (call, from) => replicated.current.pipeline.serveForwarded(call, from),
  });
  expectEdition(edition, replication.mode);
  await replicated.open({
    ...options,
    ports,
    writePath: replication,
    types: mountTypes(ports, release),
    systemEndpoints: [...systemEndpoints, ...endpointsOf(edition, replicationEndpoints(replication))].map(ofCluster),
    gauges: () => replication.gauges(),
  });
  replication.start();
  return {
    get core() {
      return replicated.current;
    },
    replication,
    standing: () => ({
      clusterId: replicated.current.clusterId,
      replicationMode: replication.mode,
      lastLogIndex: replication.lastIndex,
    }),
    ensureRoot: (token) => replicated.current.ensureRoot(token),
    async stop() {
      await replication.stop();
      await replicated.current.stop();
    },
  };
}

function ofCluster({ operations, ...endpoint }: Endpoint<SystemContext>): Endpoint<SystemContext> {
  const marked = Object.entries(operations).map(([verb, operation]) => [
    verb,
    { ...operation, withoutReplicatedData: true as const },
  ]);
  return { ...endpoint, operations: Object.fromEntries(marked) };
}

function mountTypes({ cloud, databases, certificates }: Ports, release: string | undefined): readonly MountType[] {
  return [
    keyValue(),
    cubbyhole(),
    userpass(),
    approle(),
    databaseEngine({ databases, certificates }),
    ...providers.map((provider) => cloudAuth({ cloud, provider, release })),
  ];
}
