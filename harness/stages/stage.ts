import type { Exchange } from "#harness/api/exchange.ts";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { History } from "#harness/history/history.ts";
import type { FilterKey } from "#harness/targets/target.ts";
import type { CertifiedApi } from "./certified-api.ts";

export type StartedAs = Readonly<{
  /** All environment variables. Default: as at the last start; at the first start, those in the stage's options. */
  environment?: Readonly<Record<string, string | undefined>>;
  /**
   * Release of the service, such as `1.6`, or "current". Default: as at the last start; at the first start, "current".
   */
  release?: string;
  /** Edition of the service. Default: as at the last start; at the first start, enterprise. */
  edition?: "enterprise" | "community";
}>;

export interface StageCluster {
  readonly name: string;
  /** Base URL of the API, such as `http://127.0.0.1:8200`. */
  readonly api: string;
  readonly link: string;
  readonly rootToken: string;
  /**
   * Set if the scenario does not set up replication. "not needed": it uses one cluster. "not possible": it uses one
   * cluster, which has no replication. "not there": the target does not have the cluster. "as it stands": servers are
   * shared, and linking only checks their roles.
   */
  readonly replicates?: "not needed" | "not possible" | "not there" | "as it stands";
  /** Field of the replication status whose value is the key of a secondary's paths filter. Default: `cluster_id`. */
  readonly filterKey?: FilterKey;
  call(request: ApiRequest): Promise<ApiReply>;
  /** Kills the cluster and starts it with its stored data. Options in `as` apply to this and later starts. */
  restart(as?: StartedAs): Promise<void>;
  /**
   * Runs `task`, kills the cluster when it reaches `failpoint`, such as "rotation announced", and restarts it. The
   * cluster passes the failpoint `passes` times before. Errors of `task` are ignored. Rejects if the failpoint is not
   * reached in time.
   */
  crashAt(failpoint: string, task: () => Promise<unknown>, passes?: number): Promise<void>;
}

export interface StageAuditFile {
  /** Path for the field `file_path` of the audit device. */
  readonly path: string;
  text(): Promise<string>;
  /** Makes all writes to the file fail until `accept` is called. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/** A line in the log of a cluster. `at` is the stage's time, in milliseconds since 1970. */
export type LogLine = Readonly<{
  at: number;
  cluster: string;
  level: string;
  event: string;
  facts: Readonly<Record<string, unknown>>;
}>;

/** Timeout in milliseconds. See {@link Stage.eventually}. */
export type Bound = Readonly<{ within: number }>;

/** Clusters, a database server and a cloud endpoint on which one scenario runs. */
export interface Stage extends AsyncDisposable {
  readonly name: "live" | "simulated" | "remote";
  readonly capabilities: ReadonlySet<Capability>;
  readonly clusters: readonly StageCluster[];
  readonly database: DatabaseServer;
  /** Mark of the run in the names of database objects, such as `understudy_3f9a01_`; omitted on servers of the stage. */
  readonly databaseMark?: string;
  /** Returns a server of this product, with TLS if `isEncrypted`. Rejects if the stage has no such server. */
  databaseOf(kind: DatabaseServer["kind"], how?: Readonly<{ isEncrypted?: boolean }>): Promise<DatabaseServer>;
  /** Returns a server of this product with controls for faults of the server and of its network. */
  faultyDatabase(kind: DatabaseServer["kind"]): Promise<FaultyDatabase>;
  readonly cloud: CloudProvider;
  /** Events of the stage. Events inside external servers are missing. */
  readonly history: History;
  /** Returns the masked exchange whose reply or error is `outcome`; undefined if it was not on this stage. */
  exchangeOf(outcome: unknown): Omit<Exchange, "number"> | undefined;
  now(): number;
  /** Lets this much time pass on the stage. Due tasks run. */
  pass(milliseconds: number): Promise<void>;
  /** Partitions two clusters: all traffic between them fails, in both directions, until `heal`. */
  partition(one: string, other: string): Promise<void>;
  /** Silently lets no message through between two clusters until `heal`. Their connections stay open. */
  dropSilently(one: string, other: string): Promise<void>;
  /** Delays all messages between two clusters by this time in each direction until `heal`; 0 also ends the delay. */
  slow(one: string, other: string, milliseconds: number): Promise<void>;
  /** Limits the bandwidth between two clusters in each direction until `heal`. */
  narrow(one: string, other: string, bytesPerSecond: number): Promise<void>;
  heal(one: string, other: string): Promise<void>;
  /** Copies the store of a cluster. The copy replaces the previous backup of the cluster. */
  backUp(cluster: string): Promise<void>;
  /** Kills a cluster without warning and starts it with its backup. Rejects if no backup exists. */
  restoreBackup(cluster: string): Promise<void>;
  logs(): readonly LogLine[];
  /** Starts an HTTPS endpoint for the API of a cluster. The endpoint exists as long as the stage. */
  certifiedApi(cluster: string): Promise<CertifiedApi>;
  auditFile(cluster: string): Promise<StageAuditFile>;
  /**
   * Returns a description of a service of the stage that has died, such as the database server, or undefined. `judged` is
   * the exchange that a failed step judged. A remote stage also describes a request that the token of its target was not
   * allowed to send.
   */
  lost(judged?: JudgedExchange): Promise<string | undefined>;
  /**
   * Repeats `look` until it does not throw. After a timeout, throws its last error. On a simulated stage, `within` is
   * the timeout in virtual time. On other stages, the timeout is 20 s of real time; on a live stage, `bound` keeps the
   * clock from leaping meanwhile.
   */
  eventually<T>(look: () => Promise<T>, bound?: Bound): Promise<T>;
}

/** A request whose response a step judged. `status` is null if no response arrived. */
export type JudgedExchange = Readonly<{ cluster: string; request: ApiRequest; status: number | null }>;

export type Topology = Readonly<{
  name: string;
  clusters: readonly string[];
  replication?: Readonly<{ primary: string; secondaries: readonly string[] }>;
}>;
