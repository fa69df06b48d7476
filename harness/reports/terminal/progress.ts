import type { PlayedScenario } from "#harness/reports/performance.ts";
import type { Output } from "#harness/reports/terminal/output.ts";
import { progressBar } from "#harness/reports/terminal/progress-bar.ts";
import { scenarioLines } from "#harness/reports/terminal/scenario-lines.ts";

/** What somebody who waits sees of a rehearsal. Disposing it takes away what would be in the way of the next line. */
export interface Progress extends Disposable {
  /** Tells how many scenarios there are, and which one is being played. */
  playing(current: string, planned: number): void;
  ended(scenario: PlayedScenario): void;
}

/** A bar on a terminal, one line a scenario elsewhere. */
export function progressOn(output: Output): Progress {
  return output.isTTY ? progressBar(output) : progressLines(output);
}

function progressLines(output: Output): Progress {
  return {
    playing() {},
    ended: (scenario) => output.write(`${scenarioLines(scenario, output).join("\n")}\n`),
    [Symbol.dispose]() {},
  };
}
