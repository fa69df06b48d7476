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
  /** The stage disposes of it. */
  database: DatabaseServer;
  /** Servers of other products, which their owner disposes of. Default: none. */
  others?: Pick<WorkerOthers, "products" | "open">;
  /** Opens the cloud, which judges dates by the stage's clock, and is as late as that says. */
  cloud: (now: () => number, after: (milliseconds: number, callback: () => void) => void) => Promise<CloudProvider>;
  rootToken?: string;
  /** The one unseal key of every cluster: 32 bytes. Default: a new one, as good as the stage lasts. */
  unsealKey?: Uint8Array;
  /** Whether clusters start uninitialised, or sealed, for an operator to initialise and unseal. */
  sealed?: boolean;
  /** Address of this machine where clusters listen, and that they tell one another. Default: 127.0.0.1. */
  host?: string;
  /** Ports of the n-th cluster's API and link; free ones by default. */
  ports?: (index: number) => Readonly<{ api: number; link: number }>;
  /** Opens a cluster's store, again when it is started again. Default: in memory, as long as the stage. */
  store?: (cluster: string) => Promise<OpenedStore>;
  /** Folder for temporary files. Default: the system's. */
  folder?: string;
  /** What clusters call it. */
  storageType?: string;
  /** What clusters write of what happens, and where to: "kept" is every request, in memory, for `logs`. Default: nothing. */
  log?: Readonly<{ level: LogLevel; destination: LogDestination }> | "kept";
  /** Names that requests may have as their Host besides localhost. Default: none. */
  allowedHosts?: readonly string[];
  /** Folders below which audit devices of a cluster may write to files. Default: a temporary one of each cluster, as long as the stage. */
  auditFolders?: (cluster: string) => readonly string[];
  /** Bounds on what clients may do, where they shall be others than usual. */
  limits?: Partial<Limits>;
  /** What clusters have in their environment until a scenario starts them with another. Default: that they have no instance metadata. */
  environments?: EnvironmentFile;
  /** Listeners to all events. Default: none. */
  listeners?: readonly Listener[];
  /** Set where others than this process ask the clusters: what they ask is in the history, too, and clusters can be paused. Default: none do. */
  isOpen?: boolean;
  /** Whether clocks run ahead where what is asked waits for nothing but them. Default: they do; where others look at the time, they should not. */
  hurries?: boolean;
}>;
