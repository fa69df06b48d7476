/** Names of the clusters in scenarios. */
export const cities = ["Oslo", "Lima", "Kyoto"] as const;

/** Fields of a secondary's status that servers use as the key of its paths filter. */
export type FilterKey = "cluster_id" | "secondary_id";

/** A program and its arguments, which are run without a shell. */
export type Command = readonly string[];

/** One cluster of a target, as in its file. Secrets are only in the environment. */
export type TargetCluster = Readonly<{
  name: string;
  /** Address of the API without a trailing slash, such as `https://127.0.0.1:8200`. */
  api: string;
  /** Address to which other clusters connect. Default: the address of the API. */
  link: string;
  /** Environment variable that contains a token with all permissions. */
  tokenVariable: string;
  /**
   * Absolute path of a PEM file with the CA certificates for the API. Default: the CA certificates
   * of the system.
   */
  caFile?: string;
  commands: Readonly<{
    /** Starts the cluster with its stored data. */
    start?: Command;
    /** Kills the cluster. */
    kill?: Command;
    /** Resets the cluster: reachable, unsealed, empty, and with the same token. */
    renew?: Command;
  }>;
}>;

/** The PostgreSQL server that a target uses. */
export type TargetDatabase = Readonly<{
  /** Address for the harness, without credentials. */
  harness: string;
  /** Address for the target, without credentials. */
  service: string;
  /** Name of the administrator. */
  user: string;
  /** Environment variable that contains the administrator's password. */
  passwordVariable: string;
}>;

/** The cloud endpoint that the harness opens for a target. */
export type TargetCloud = Readonly<{
  host: string;
  /** Port to listen on; 0 for any free port. */
  port: number;
  /** Address for the target. Default: the address that the endpoint listens on. */
  advertised?: string;
}>;

/**
 * A failure that a document explains. If it does not occur, the list is outdated and the run fails.
 */
export type ExpectedFailure = Readonly<{
  /** Id of a requirement, or `Feature › Scenario`. */
  of: string;
  /** Text of the failing step. */
  fails: string;
  /** Document that explains the failure, such as a URL or a file and section. */
  document: string;
}>;

/**
 * Foreign servers on which scenarios are played. It is JSON, because it is passed to the step
 * definitions.
 */
export type Target = Readonly<{
  name: string;
  clusters: readonly TargetCluster[];
  /**
   * State before each scenario: `clear` keeps the clusters and deletes the objects of scenarios;
   * `fresh` resets the clusters.
   */
  reset: "clear" | "fresh";
  /** Provider whose field names the cloud login uses. Default: detected from the servers. */
  provider?: "cloud" | "aws";
  /** Field of a secondary's status that is the key of its paths filter. */
  filterKey: FilterKey;
  /** True if its status contains the right to lead, as ours does. */
  rightToLead: boolean;
  cloud?: TargetCloud;
  database?: TargetDatabase;
  /**
   * Speed of its clocks, as a multiple of real time. Omitted if its operator did not change the
   * speed.
   */
  timeScale?: number;
  /** Capabilities that scenarios may not use, even if the servers report them. */
  lacks: readonly string[];
  expectedFailures: readonly ExpectedFailure[];
  /** Absolute path of the folder in which its commands run: the folder of the target file. */
  folder: string;
}>;
