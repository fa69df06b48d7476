import type { Limits } from "#cluster/limits.ts";
import type { LogDestination, LogLevel } from "#cluster/log.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import type { Listener } from "#harness/history/history.ts";
import type { EnvironmentFile } from "#harness/stages/environment/environment.ts";
import type { Topology } from "#harness/stages/stage.ts";

export type LiveOptions = Readonly<{
  topology: Topology;
  /** Main database server. The stage disposes of it. */
  database: DatabaseServer;
  /** Database servers of other products, and servers with TLS. The caller disposes of them. Default: none. */
  others?: Pick<WorkerOthers, "products" | "open">;
  /** Opens the cloud endpoint. Its dates and delays must use `now` and `after`, which follow the stage's clock. */
  cloud: (now: () => number, after: (milliseconds: number, callback: () => void) => void) => Promise<CloudProvider>;
  rootToken?: string;
  /** Unseal key of all clusters, 32 bytes. Default: a random key. */
  unsealKey?: Uint8Array;
  /** True if clusters start uninitialised or sealed, so that an operator must initialise and unseal them. */
  sealed?: boolean;
  /** Address that clusters listen on and announce to each other. Default: 127.0.0.1. */
  host?: string;
  /** Returns the ports of the cluster with this index in the topology. Default: free ports. */
  ports?: (index: number) => Readonly<{ api: number; link: number }>;
  /** Opens a cluster's store at each start. Default: a store in memory, which exists as long as the stage. */
  store?: (cluster: string) => Promise<OpenedStore>;
  folder?: string;
  storageType?: string;
  /**
   * Destination of the clusters' logs; the newest lines are also stored in memory. "kept" stores them in memory only.
   * Default: no log.
   */
  log?: Readonly<{ level: LogLevel; destination: LogDestination }> | "kept";
  /** Additional host names that are allowed in the Host header. Default: none. */
  allowedHosts?: readonly string[];
  /** Returns the folders to which audit devices of a cluster may write. Default: one temporary folder per cluster. */
  auditFolders?: (cluster: string) => readonly string[];
  limits?: Partial<Limits>;
  /** Environment variables of clusters. Default: instance metadata are disabled. */
  environments?: EnvironmentFile;
  listeners?: readonly Listener[];
  /** True if clients outside this process use the clusters: the clusters then record requests. Default: false. */
  isOpen?: boolean;
  /** True if the clocks may leap while the stage waits. Default: true. */
  leapsWhenIdle?: boolean;
}>;
