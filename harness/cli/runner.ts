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
  /**
   * Parameters with which steps find the services. They must be JSON because they are also sent to
   * worker threads.
   */
  readonly worldParameters: IRunOptions["runtime"]["worldParameters"];
}

/** Clusters that were started for a user. */
export interface StartedStage extends AsyncDisposable {
  readonly state: StartedClusters;
  /** Lines to print after disposal. */
  readonly closing?: () => readonly string[];
  /**
   * After disposal: the reason why the report is incomplete, or undefined if it is complete or
   * there is none. 
   */
  readonly unwritten?: () => string | undefined;
}

/**
 * Starts stages for the command line. Both methods reject if a service does not start, after
 * stopping the others.
 */
export interface Runner {
  /**
   * Starts services for a rehearsal with this number of workers. `report` is the absolute folder of
   * its reports.
   */
  prepare(options: RehearseOptions & { workers: number }, report: string): Promise<RunServices>;
  /**
   * Starts clusters, a database server and a cloud endpoint. `options.report` is an absolute path.
   */
  start(options: UpOptions): Promise<StartedStage>;
}
