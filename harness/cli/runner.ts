import type { IRunOptions } from "@cucumber/cucumber/api";
import type { StartedClusters } from "#harness/cli/describe-started.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";

/** Services that a rehearsal uses: database servers, one for each worker, and a cloud endpoint. */
export interface RunServices extends AsyncDisposable {
  /** Description of the database server, for people. */
  readonly database: string;
  /** Description of the cloud endpoint, for people. */
  readonly cloud: string;
  /** Servers under test on a remote stage. */
  readonly target?: JudgedTarget;
  /** Parameters with which steps find the services; JSON, because workers receive them. */
  readonly worldParameters: IRunOptions["runtime"]["worldParameters"];
}

/** Clusters that were started for a user. */
export interface StartedStage extends AsyncDisposable {
  readonly state: StartedClusters;
  /** Lines to print after disposal. */
  readonly closing?: () => readonly string[];
  /** After disposal: the reason if the report is incomplete. */
  readonly unwritten?: () => string | undefined;
}

/** Starts stages. Both methods reject if a service does not start, after stopping the others. */
export interface Runner {
  /** Starts services for a rehearsal. `report` is the absolute folder of its reports. */
  prepare(options: RehearseOptions & { workers: number }, report: string): Promise<RunServices>;
  /** Starts clusters, a database and a cloud. `options.report` is an absolute path. */
  start(options: UpOptions): Promise<StartedStage>;
}
