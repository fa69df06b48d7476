import type { PlayedScenario } from "#harness/reports/performance.ts";

/** Shows the progress of a rehearsal on the terminal. Disposing it takes away what would be in the way of the next line. */
export interface Progress extends Disposable {
  /** Tells how many scenarios there are, and which one is being played. */
  playing(current: string, planned: number): void;
  ended(scenario: PlayedScenario): void;
}
