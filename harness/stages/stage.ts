import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { FaultyDatabase } from "#harness/faults/faulty-database.ts";
import type { History } from "#harness/history/history.ts";
import type { Exchange } from "#harness/reports/exchange.ts";
import type { CertifiedApi } from "./certified-api.ts";

/** What a stage or a target can do that a scenario may need; a scenario says so by the tag `@needs-…`. */
export type Capability =
  /** Time can be moved: "when 30 minutes pass" takes no time. */
  | "move-time"
  /** Links between clusters can be partitioned and healed. */
  | "partition"
  /** Links between clusters can drop silently what is sent over them (a black hole). */
  | "black-hole"
  /** What clusters write to audit files can be read, and they can be kept from writing. */
  | "audit"
  /** Requests can be sent from several addresses. */
  | "addresses"
  /** The cloud endpoint verifies signatures. */
  | "signatures"
  /** Other endpoints can stand in for the cloud's, and answer what a scenario tells them to. */
  | "stand-ins"
  /** The cloud endpoint has instances that scenarios start and change, and whose identity documents are signed. */
  | "instances"
  /** The cloud endpoint has several accounts. */
  | "accounts"
  /** The cloud endpoint can be told to refuse calls, and tells which it has answered. */
  | "cloud-faults"
  /** A cluster can be killed, at any time or at a named place, and started again over what it had saved. */
  | "restart"
  /** The store of a cluster can be backed up, and the cluster started again over the backup. */
  | "backup"
  /** A cluster can be started again with another environment. */
  | "environment"
  /** A cluster can be started again as an earlier release of the service, and as today's. */
  | "old-release"
  /** A cluster can be started again as another edition of the service. */
  | "edition"
  /** Clusters can start uninitialised. */
  | "init"
  /** Clusters are the scenario's own: it may seal them, rekey them, and make them primaries and secondaries. */
  | "fresh"
  /** Performance replication. */
  | "replication"
  /** A demotion hands the right to lead over to one secondary, and the status of replication tells who has it: a choice of ours, which no document asks of others. */
  | "right-to-lead"
  | "namespaces"
  | "quotas"
  /** A database server that clusters and scenarios reach. */
  | "database"
  /** A MariaDB, and a Redis, beside the stage's own database server. */
  | "mariadb"
  | "redis"
  /** The database product is a SQL server: its connections have URLs and pools, and its roles blocks of statements. */
  | "sql"
  /** The database product ends a user by itself at the time that it is told. */
  | "user-expiry"
  /** The database product lets users in by a client certificate. */
  | "client-certificates"
  /** The database product's connections are written in a way in which escapes matter, and in another in which they do not. */
  | "url-escapes"
  /** The database product counts the sessions of each database. */
  | "session-counts"
  /** Database servers that require TLS. */
  | "database-tls"
  /** The API of a cluster can be had over HTTPS, with a certificate of a private authority. */
  | "certified-api"
  /** The network between clusters and a database server can be made to fail. */
  | "database-faults"
  /** Our own database, which lives in this process, and which clusters reach. */
  | "simulated"
  /** A cloud endpoint that clusters and scenarios reach. */
  | "cloud";

export type ApiRequest = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "LIST";
  /** Without what it begins with, such as `sys/health`. */
  path: string;
  /** What it begins with; `/v1/` by default. */
  base?: string;
  /** None by default. */
  token?: string;
  /** An object is sent as JSON, a text as it is. */
  body?: Readonly<Record<string, unknown>> | string;
  headers?: Readonly<Record<string, string>>;
  /** Which address of the stage's own machine it is sent from, such as `127.0.0.2`; the usual one by default. */
  from?: string;
}>;

export type ApiReply = Readonly<{
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body as parsed JSON; undefined when there is none. */
  body: ApiBody | undefined;
}>;

/** The parts of a body that scenarios look at. */
export type ApiBody = Readonly<{
  errors?: readonly string[];
  warnings?: readonly string[] | null;
  data?: Readonly<Record<string, unknown>> | null;
  lease_id?: string;
  lease_duration?: number;
  renewable?: boolean;
  auth?: Readonly<Record<string, unknown>> | null;
  wrap_info?: Readonly<{ token: string; ttl: number }> | null;
}> &
  Readonly<Record<string, unknown>>;

/** What a cluster can be started with. */
export type StartedAs = Readonly<{
  /** The whole environment, such as `{ CLOUD_REGION: "eu-west-1" }`. Default: as before; at first, nothing but that there are no instance metadata. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** The release of the service, such as `1.6`; "current" for today's. Default: as before. */
  release?: string;
  /** The edition of the service. Default: as before; at first, the enterprise edition. */
  edition?: "enterprise" | "community";
}>;

/** Fields of a secondary's status that servers take for the key of its paths filter. */
export type FilterKey = "cluster_id" | "secondary_id";

/** One cluster as a client meets it: over HTTP and in no other way. */
export interface StageCluster {
  readonly name: string;
  /** Address of the API, such as `http://127.0.0.1:8200`. */
  readonly api: string;
  /** Address that other clusters dial. */
  readonly link: string;
  readonly rootToken: string;
  /**
   * Whether the scenario sets up its replication: it does when left out. "not needed": it is the one cluster of the scenario, and
   * linking it to others changes nothing. "not possible": so it is, too, and it has no replication. "not there": the scenario only sets it
   * up. "as it stands": the servers are shared; linking them only looks whether they are linked.
   */
  readonly replicates?: "not needed" | "not possible" | "not there" | "as it stands";
  /** Which field of a secondary's status is the key of its paths filter; `cluster_id`, as documented, when left out. */
  readonly filterKey?: FilterKey;
  call(request: ApiRequest): Promise<ApiReply>;
  /** Kills the cluster without warning and starts it again over what it had saved; from then on as `as` says, if given. */
  restart(as?: StartedAs): Promise<void>;
  /**
   * Runs `task`, whatever its outcome, and kills the cluster without warning when it reaches the `failpoint`, such as
   * "rotation announced", for the first time, or after it passed it by `passes` times; then starts it again. Rejects when it does not come there in time.
   */
  crashAt(failpoint: string, task: () => Promise<unknown>, passes?: number): Promise<void>;
}

/** A file that an audit device of a cluster writes to. */
export interface StageAuditFile {
  /** What the device is told as `file_path`. */
  readonly path: string;
  text(): Promise<string>;
  /** From now on nothing can be written to it, until it accepts again. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

/** A line of a cluster's log. `at` is milliseconds since 1970 on the stage. */
export type LogLine = Readonly<{
  at: number;
  cluster: string;
  level: string;
  event: string;
  facts: Readonly<Record<string, unknown>>;
}>;

/** How long something may take, in milliseconds on the stage. */
export type Bound = Readonly<{ within: number }>;

/** A set of clusters, a database server and a cloud, on which one scenario is played. */
export interface Stage extends AsyncDisposable {
  readonly name: "live" | "simulated" | "remote";
  readonly capabilities: ReadonlySet<Capability>;
  readonly clusters: readonly StageCluster[];
  readonly database: DatabaseServer;
  /**
   * A server of this product, which is started when it is first asked for; one that `isEncrypted` requires TLS. Rejects with
   * `Unavailable`, or where the stage has none.
   */
  databaseOf(kind: DatabaseServer["kind"], how?: Readonly<{ isEncrypted?: boolean }>): Promise<DatabaseServer>;
  /** The same behind a network that can be made to fail. */
  faultyDatabase(kind: DatabaseServer["kind"]): Promise<FaultyDatabase>;
  readonly cloud: CloudProvider;
  /** What happens here. Where the servers are not ours, that is what was asked of them and what they answered. */
  readonly history: History;
  /** The exchange that ended with this reply or this error, masked; undefined when it was not asked here. */
  exchangeOf(outcome: unknown): Omit<Exchange, "number"> | undefined;
  /** Milliseconds since 1970 on this stage. */
  now(): number;
  /** Lets this much time pass for all on the stage, and lets what came due happen. */
  pass(milliseconds: number): Promise<void>;
  /** Partitions two clusters: all traffic between them fails, both ways, until `heal`. */
  partition(one: string, other: string): Promise<void>;
  /** Drops silently all that two clusters send each other, until `heal`: their connections seem to hold. */
  dropSilently(one: string, other: string): Promise<void>;
  /** Delays all that two clusters send each other by so many milliseconds, each way; 0 ends it. */
  slow(one: string, other: string, milliseconds: number): Promise<void>;
  /** Lets two clusters send each other so many bytes a second, each way, until `heal`. */
  narrow(one: string, other: string, bytesPerSecond: number): Promise<void>;
  heal(one: string, other: string): Promise<void>;
  /** Copies what a cluster stores. The backup replaces the previous one of this cluster. */
  backUp(cluster: string): Promise<void>;
  /** Kills a cluster without warning and starts it again over its backup. Rejects where it has none. */
  restoreBackup(cluster: string): Promise<void>;
  /** What the clusters wrote to their logs of late, oldest first; a bounded number of lines, secrets not masked. */
  logs(): readonly LogLine[];
  /** The API of a cluster behind HTTPS, which lasts as long as the stage. */
  certifiedApi(cluster: string): Promise<CertifiedApi>;
  /** The audit file of a cluster. */
  auditFile(cluster: string): Promise<StageAuditFile>;
  /** What scenarios need and is there no more, for people, such as a database server that has died; undefined when all is there. */
  lost(): Promise<string | undefined>;
  /**
   * Repeats `look` until it no longer throws; then throws its last error. Without a bound as long as it is reasonable to wait on this
   * stage. `within` is in milliseconds on the stage; where its time is the machine's, no shorter than a busy machine may take.
   */
  eventually<T>(look: () => Promise<T>, bound?: Bound): Promise<T>;
}

/** The clusters of a stage by name, and how they replicate once they are linked; without `replication` they are linked by the operator. */
export type Topology = Readonly<{
  name: string;
  clusters: readonly string[];
  /** Names out of `clusters`. */
  replication?: Readonly<{ primary: string; secondaries: readonly string[] }>;
}>;
