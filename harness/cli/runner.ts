import type { IRunOptions } from "@cucumber/cucumber/api";
import type { StartedClusters } from "#harness/cli/describe-started.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";

/** Services that a rehearsal uses. `database` and `cloud` describe them for reports. */
export interface RunServices extends AsyncDisposable {
  readonly database: string;
  readonly cloud: string;
  readonly target?: JudgedTarget;
  /** Parameters with which steps find the services. A JSON value, because workers receive it. */
  readonly worldParameters: IRunOptions["runtime"]["worldParameters"];
}

export interface StartedStage extends AsyncDisposable {
  readonly state: StartedClusters;
  /** Call it after disposal. */
  readonly closing?: () => readonly string[];
  /** Returns the reason if the report is incomplete, otherwise undefined. Call it after disposal. */
  readonly unwritten?: () => string | undefined;
}

/** Starts services and clusters. If one of them does not start, both methods stop the others and reject. */
export interface Runner {
  /** Starts the services of a rehearsal. `report` is the absolute path of the folder of its reports. */
  prepare(options: RehearseOptions & { workers: number }, report: string): Promise<RunServices>;
  start(options: UpOptions): Promise<StartedStage>;
}
