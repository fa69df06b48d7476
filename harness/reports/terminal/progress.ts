import type { PlayedScenario } from "#harness/reports/performance.ts";

/** Shows the progress of a run. Disposing removes the progress bar. */
export interface Progress extends Disposable {
  /** Called when a scenario starts. `planned` is the total number of scenarios. */
  playing(current: string, planned: number): void;
  ended(scenario: PlayedScenario): void;
}
