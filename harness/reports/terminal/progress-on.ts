import type { Output } from "#harness/reports/terminal/output.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";
import { progressBar } from "#harness/reports/terminal/progress-bar.ts";
import { scenarioLines } from "#harness/reports/terminal/scenario-lines.ts";

/** Returns a progress bar for a terminal. Other outputs get the result of each scenario when it ends. */
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
