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
  /** Main database server, which the stage disposes of. */
  database: DatabaseServer;
  /** Servers of other products, which the caller disposes of. Default: none. */
  others?: Pick<WorkerOthers, "products" | "open">;
  /** Opens the cloud endpoint, whose dates and delays follow the stage's clock. */
  cloud: (now: () => number, after: (milliseconds: number, callback: () => void) => void) => Promise<CloudProvider>;
  rootToken?: string;
  /** Unseal key of all clusters, 32 bytes. Default: a new one. */
  unsealKey?: Uint8Array;
  /** True if clusters start uninitialised or sealed, for an operator to initialise and unseal. */
  sealed?: boolean;
  /** Address that clusters listen on and announce to each other. Default: 127.0.0.1. */
  host?: string;
  /** Ports of the n-th cluster's API and link. Default: free ports. */
  ports?: (index: number) => Readonly<{ api: number; link: number }>;
  /** Opens a cluster's store at each start. Default: in memory for the lifetime of the stage. */
  store?: (cluster: string) => Promise<OpenedStore>;
  /** Folder for temporary files. Default: the system's. */
  folder?: string;
  /** Storage type that clusters report. */
  storageType?: string;
  /** Destination of cluster logs. "kept" keeps all levels in memory for `logs`. Default: no log. */
  log?: Readonly<{ level: LogLevel; destination: LogDestination }> | "kept";
  /** Additional names allowed in the Host header. Default: none. */
  allowedHosts?: readonly string[];
  /** Folders for a cluster's audit files. Default: a temporary folder per cluster. */
  auditFolders?: (cluster: string) => readonly string[];
  /** Limits for clients that differ from the defaults. */
  limits?: Partial<Limits>;
  /** Environment variables of clusters. Default: instance metadata are disabled. */
  environments?: EnvironmentFile;
  /** Listeners for all events. Default: none. */
  listeners?: readonly Listener[];
  /** True if outside clients use the clusters: requests are recorded. Default: false. */
  isOpen?: boolean;
  /** True if clocks leap while a request waits only for a clock. Default: true. */
  leapsWhenIdle?: boolean;
}>;
