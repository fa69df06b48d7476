import type { IRunOptions } from "@cucumber/cucumber/api";
import type { Raised } from "#harness/cli/describe-raised.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";

/** What stands for the whole of a rehearsal: database servers, one to each worker, and a cloud. */
export interface Scenery extends AsyncDisposable {
  /** How the database server came to be, for people. */
  readonly database: string;
  /** How the cloud came to be, for people. */
  readonly cloud: string;
  /** The servers that are judged, where they are not ours. */
  readonly target?: JudgedTarget;
  /** What steps need in order to find them; JSON, because it also goes to workers. */
  readonly worldParameters: IRunOptions["runtime"]["worldParameters"];
}

/** Clusters that were started for a user. */
export interface RaisedStage extends AsyncDisposable {
  readonly state: Raised;
  /** What is to be said once it is disposed of, a line each. */
  readonly closing?: () => readonly string[];
  /** Why the report is not whole, once it is disposed of; undefined where it is, or there is none. */
  readonly unwritten?: () => string | undefined;
}

/** What the command line cannot do itself. Both reject when something does not start, leaving nothing behind. */
export interface Runner {
  /** Starts what a rehearsal with so many workers needs. `report` is the folder of its reports, absolute. */
  prepare(options: RehearseOptions & { workers: number }, report: string): Promise<Scenery>;
  /** Starts clusters, a database server and a cloud. `options.report` is absolute. */
  raise(options: UpOptions): Promise<RaisedStage>;
}
