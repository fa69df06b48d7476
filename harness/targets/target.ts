import type { FilterKey } from "#harness/stages/stage.ts";

/** The clusters that scenarios speak of. */
export const cities = ["Oslo", "Lima", "Kyoto"] as const;

/** A program and its arguments; no shell reads them. */
export type Command = readonly string[];

/** One cluster of a target, as its file says. Secrets are in the environment and nowhere else. */
export type TargetCluster = Readonly<{
  name: string;
  /** Address of the API, such as `https://127.0.0.1:8200`, without a slash at its end. */
  api: string;
  /** Address that other clusters dial; that of the API where the file says nothing. */
  link: string;
  /** Environment variable that holds a token which may do everything. */
  tokenVariable: string;
  /** PEM file with the certificates that the API's is judged by, absolute; the machine's own where the file says nothing. */
  caFile?: string;
  commands: Readonly<{
    /** Starts the cluster over what it had saved. */
    start?: Command;
    /** Ends it without warning. */
    kill?: Command;
    /** Makes it as new: reachable, unsealed, with nothing in it, and the same token. */
    renew?: Command;
  }>;
}>;

/** The PostgreSQL server that a target is pointed at. */
export type TargetDatabase = Readonly<{
  /** Where the harness reaches it, without credentials. */
  harness: string;
  /** Where the target reaches it, without credentials. */
  service: string;
  /** Its administrator. */
  user: string;
  /** Environment variable that holds the administrator's password. */
  passwordVariable: string;
}>;

/** The cloud endpoint that the harness opens for a target. */
export type TargetCloud = Readonly<{
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** Where the target reaches it; the address it listens at where the file says nothing. */
  advertised?: string;
}>;

/** A failure that a document explains. One that does not come is a fault of this list, and fails the run. */
export type ExpectedFailure = Readonly<{
  /** A requirement's id, or `Feature › Scenario`. */
  of: string;
  /** The text of the step that fails. */
  fails: string;
  /** The document that says why, such as an address or a file with its section. */
  document: string;
}>;

/** Servers that are not ours, on which scenarios are played. JSON, because it goes to the steps. */
export type Target = Readonly<{
  name: string;
  clusters: readonly TargetCluster[];
  /** What a scenario begins with: `clear`, clusters as they are, from which is taken away what scenarios made; `fresh`, renewed ones. */
  reset: "clear" | "fresh";
  /** Which provider's words its cloud login speaks; what its servers tell where the file says nothing. */
  provider?: "cloud" | "aws";
  /** Which field of a secondary's status is the key of its paths filter. */
  filterKey: FilterKey;
  /** Whether its status tells the right to lead, as ours does. */
  rightToLead: boolean;
  cloud?: TargetCloud;
  database?: TargetDatabase;
  /** How many times as fast as ours its clocks run; left out when its operator did not see to that. */
  timeScale?: number;
  /** Capabilities that it is not to be asked for, whatever it tells. */
  lacks: readonly string[];
  expectedFailures: readonly ExpectedFailure[];
  /** Folder in which its commands run, absolute: that of its file. */
  folder: string;
}>;
