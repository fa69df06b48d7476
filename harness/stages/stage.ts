import type { Exchange } from "#harness/api/exchange.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { History } from "#harness/history/history.ts";
import type { FilterKey } from "#harness/targets/target.ts";
import type { CertifiedApi } from "./certified-api.ts";

/** Options of a cluster's start. */
export type StartedAs = Readonly<{
  /** All environment variables. Default: as before; at first, no instance metadata. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Release of the service, such as `1.6`, or "current". Default: as before. */
  release?: string;
  /** Edition of the service. Default: as before; at first, enterprise. */
  edition?: "enterprise" | "community";
}>;

/** One cluster as a client sees it: only over HTTP. */
export interface StageCluster {
  readonly name: string;
  /** Base URL of the API, such as `http://127.0.0.1:8200`. */
  readonly api: string;
  /** Address that other clusters connect to. */
  readonly link: string;
  readonly rootToken: string;
  /**
   * Replication role if the scenario does not set it up. "not needed": the scenario uses one
   * cluster. "not possible": the same, and the cluster has no replication. "not there": the target
   * does not have the cluster. "as it stands": servers are shared, and linking only checks their
   * roles.
   */
  readonly replicates?: "not needed" | "not possible" | "not there" | "as it stands";
  /** Status field with the key of a secondary's paths filter. Default: `cluster_id`. */
  readonly filterKey?: FilterKey;
  call(request: ApiRequest): Promise<ApiReply>;
  /** Kills the cluster and starts it with its saved data, with `as` from then on. */
  restart(as?: StartedAs): Promise<void>;
  /**
   * Runs `task`, kills the cluster when it reaches `failpoint`, such as "rotation announced", after
   * `passes` earlier passes, and restarts it. Errors of `task` are ignored. Rejects if the
   * failpoint is not reached in time.
   */
  crashAt(failpoint: string, task: () => Promise<unknown>, passes?: number): Promise<void>;
}

/** A file to which an audit device of a cluster writes. */
export interface StageAuditFile {
  /** Path for the device's `file_path`. */
  readonly path: string;
  text(): Promise<string>;
  /** Makes all writes to the file fail, until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/** A line of a cluster's log. `at` is the stage's time, in milliseconds since 1970. */
export type LogLine = Readonly<{
  at: number;
  cluster: string;
  level: string;
  event: string;
  facts: Readonly<Record<string, unknown>>;
}>;

/** Maximum duration, in milliseconds of stage time. */
export type Bound = Readonly<{ within: number }>;

/** Clusters, a database server and a cloud endpoint on which one scenario runs. */
export interface Stage extends AsyncDisposable {
  readonly name: "live" | "simulated" | "remote";
  readonly capabilities: ReadonlySet<Capability>;
  readonly clusters: readonly StageCluster[];
  readonly database: DatabaseServer;
  /** Returns a server of this product, with TLS if `isEncrypted`. Rejects if there is none. */
  databaseOf(kind: DatabaseServer["kind"], how?: Readonly<{ isEncrypted?: boolean }>): Promise<DatabaseServer>;
  /** Returns a server whose network can be made to fail. */
  faultyDatabase(kind: DatabaseServer["kind"]): Promise<FaultyDatabase>;
  readonly cloud: CloudProvider;
  /** Events of the stage. On foreign servers these are only requests and replies. */
  readonly history: History;
  /** Returns the masked exchange with this outcome; undefined if it was not on this stage. */
  exchangeOf(outcome: unknown): Omit<Exchange, "number"> | undefined;
  /** Returns the stage's time, in milliseconds since 1970. */
  now(): number;
  /** Lets this much time pass on the stage and runs due tasks. */
  pass(milliseconds: number): Promise<void>;
  /** Partitions two clusters: all traffic between them fails, both ways, until `heal`. */
  partition(one: string, other: string): Promise<void>;
  /** Drops all messages between two clusters silently until `heal`: their connections stay open. */
  dropSilently(one: string, other: string): Promise<void>;
  /** Delays all messages between two clusters by this time in each direction; 0 ends it. */
  slow(one: string, other: string, milliseconds: number): Promise<void>;
  /** Limits the bandwidth between two clusters in each direction until `heal`. */
  narrow(one: string, other: string, bytesPerSecond: number): Promise<void>;
  heal(one: string, other: string): Promise<void>;
  /** Copies the store of a cluster. Replaces its previous backup. */
  backUp(cluster: string): Promise<void>;
  /** Kills a cluster without warning and starts it with its backup. Rejects if none exists. */
  restoreBackup(cluster: string): Promise<void>;
  /** Returns recent log lines of the clusters, oldest first, with unmasked secrets. */
  logs(): readonly LogLine[];
  /** Starts an HTTPS endpoint for the API of a cluster, for the lifetime of the stage. */
  certifiedApi(cluster: string): Promise<CertifiedApi>;
  /** Returns the audit file of a cluster. */
  auditFile(cluster: string): Promise<StageAuditFile>;
  /** Returns the service that was lost, such as a dead database server, for people. */
  lost(): Promise<string | undefined>;
  /**
   * Repeats `look` until it does not throw; after a timeout throws its last error. `within` is the
   * timeout in milliseconds of stage time; in real time a busy machine gets more.
   */
  eventually<T>(look: () => Promise<T>, bound?: Bound): Promise<T>;
}

/** Clusters of a stage and their replication. Without `replication` an operator links them. */
export type Topology = Readonly<{
  name: string;
  clusters: readonly string[];
  /** Replication roles of `clusters`. */
  replication?: Readonly<{ primary: string; secondaries: readonly string[] }>;
}>;
