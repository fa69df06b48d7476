import type { BindAddress } from "#harness/faults/tcp-relay.ts";

export const cities = ["Oslo", "Lima", "Kyoto"] as const;

/** Field of a secondary's status whose value is the key of the secondary's paths filter. */
export type FilterKey = "cluster_id" | "secondary_id";

/** A program and its arguments, to be run without a shell. */
export type Command = readonly string[];

/** A TCP relay that the harness opens at `bind`. It forwards connections to `to`. */
export type TargetRelay = Readonly<{ bind: BindAddress; to: BindAddress }>;

/** Secrets of the cluster are only in environment variables. */
export type TargetCluster = Readonly<{
  name: string;
  /** Without a trailing slash, such as `https://127.0.0.1:8200`. */
  api: string;
  /** Address to which other clusters connect for replication. In the target file, its default is `api`. */
  link: string;
  /** Address of the API that the cluster announces to other clusters. In the target file, its default is `api`. */
  peerApi: string;
  /** Relays in front of the cluster, whose addresses the cluster announces. Empty: links cannot be made to fail. */
  relays: readonly TargetRelay[];
  /** Addresses from which the cluster connects to others. Empty if unknown. */
  connectsFrom: readonly string[];
  /** Name of the environment variable with a token that has all permissions. */
  tokenVariable: string;
  /** Absolute path of a PEM file with the CA certificates of the API. Default: the CA certificates of the system. */
  caFile?: string;
  /** Absolute paths of PEM files with the certificate and key with which the harness connects. Default: none. */
  clientCertificate?: Readonly<{ certFile: string; keyFile: string }>;
  /** Namespace in which all scenarios run, without slashes at its ends. Default: the root namespace. */
  namespace?: string;
  commands: Readonly<{
    start?: Command;
    kill?: Command;
    /** Resets the cluster: afterwards it is reachable, unsealed, empty, and accepts the same token. */
    renew?: Command;
    /**
     * Run after the cluster has been enabled as a secondary, which deletes its tokens: afterwards it accepts the same
     * token again.
     */
    joined?: Command;
  }>;
}>;

/** Abilities of a service's database plugin. The documents leave them open, so the file of a target declares them. */
export const pluginAbilities = ["client-certificates", "rollback"] as const;

export type TargetDatabase = Readonly<{
  /** Address at which the harness reaches the database server, without credentials. */
  harness: string;
  /** Address at which the target's clusters reach the database server, without credentials. */
  service: string;
  user: string;
  /** Name of the environment variable with the administrator's password. */
  passwordVariable: string;
  supports: readonly (typeof pluginAbilities)[number][];
  /** Relay in front of the server. `service` is the host and port at which clusters reach it. Default: its bind address. */
  relay?: Readonly<{ bind: BindAddress; service?: string }>;
}>;

/** Capabilities that the `start` commands of all clusters can have. */
export const startOptions = ["environment", "old-release", "edition"] as const;

export type StartOption = (typeof startOptions)[number];

export type TargetCloud = Readonly<{
  host: string;
  port: number;
  /** Address at which the target's clusters reach the endpoint. Default: the address that the endpoint listens on. */
  advertised?: string;
}>;

/** A failure that a document explains. If its scenarios pass instead, the list is outdated and the run fails. */
export type ExpectedFailure = Readonly<{
  /** Id of a requirement, or `Feature › Scenario`, that is expected to fail. `*` stands for any characters. */
  of: string;
  /** Text of the step that is expected to fail. `*` stands for any characters. */
  fails: string;
  /** Document that explains the failure, such as a URL or a file and section. */
  document: string;
  /** Releases of the servers that fail in this way, such as `1.14.*`. Default: all. */
  releases?: string;
}>;

/** Servers of another implementation on which scenarios run. A JSON value, because step definitions receive it. */
export type Target = Readonly<{
  name: string;
  clusters: readonly TargetCluster[];
  /** `clear` deletes the objects of a scenario after it; `fresh` resets clusters with `renew` commands before it. */
  reset: "clear" | "fresh";
  /** Release of the documents that the servers implement, such as `1.14`. Default: the release that they report. */
  release?: string;
  /** Cloud provider whose field names the cloud login uses. Default: detected from the servers. */
  provider?: "cloud" | "aws";
  filterKey: FilterKey;
  /** True if the replication status of the servers reports the right to lead, as this service does. */
  rightToLead: boolean;
  /** True if scenarios run that are only about rules which no document requires. */
  ownRules: boolean;
  /** With `reset: clear`: true if the harness may change the replication of the clusters and restore it afterwards. */
  mayRelink: boolean;
  cloud?: TargetCloud;
  database?: TargetDatabase;
  /** Speed of the servers' clocks, as a multiple of real time. Omitted if the servers' operator did not change it. */
  timeScale?: number;
  /** Moves the clocks of all clusters forward by the number of seconds that is added as the last argument. */
  advanceClocks?: Command;
  /** Changes that the `start` commands of the clusters can make, by variables in their environment. */
  startOptions: readonly StartOption[];
  /**
   * True if the clusters run on this machine without a proxy: they see the loopback addresses of clients, connect to
   * servers of the harness on 127.0.0.1, and read the same files.
   */
  sameMachine: boolean;
  /** Absolute path of a folder in which the audit devices of all clusters may write and the harness may read. */
  auditFolder?: string;
  lacks: readonly string[];
  /** Expected failures of the target file and of its file of expectations. */
  expectedFailures: readonly ExpectedFailure[];
  /** Absolute path of the file of expectations, if the target file names one. */
  expectations?: string;
  /** Absolute path of the folder of the target file, in which its commands run. */
  folder: string;
}>;
