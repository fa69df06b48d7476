import { formatDuration } from "#harness/reports/format.ts";
import { harmless, type Output, tinted } from "#harness/reports/terminal/output.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";
import { scenarioLines } from "#harness/reports/terminal/scenario-lines.ts";

const barCells = 24;
const redrawEvery = 250;
const narrowestTerminal = 20;
const clearLine = "\r\u001b[2K";

/** A progress bar on the last line of the terminal, below the printed scenarios. */
export function progressBar(output: Output, now: () => number = () => performance.now()): Progress {
  const startedAt = now();
  let done = 0;
  let failed = 0;
  let planned = 0;
  let current = "";

  const draw = () => {
    const filled = planned === 0 ? 0 : Math.min(barCells, Math.floor((done / planned) * barCells));
    const bar =
      tinted(output, failed > 0 ? "red" : "green", "━".repeat(filled)) +
      tinted(output, "dim", "━".repeat(barCells - filled));
    const count = `${done}/${planned}${failed > 0 ? `, ${failed} failed` : ""}`;
    const facts = ` ${count} · ${formatDuration(now() - startedAt)}`;
    const room = Math.max(output.columns ?? 80, narrowestTerminal) - barCells - facts.length - 4;
    output.write(`${clearLine}${bar}${facts}${room > 0 ? ` · ${shortened(current, room)}` : ""}`);
  };
  const timer = setInterval(draw, redrawEvery).unref();

  return {
    playing(name, total) {
      [current, planned] = [harmless(name), total];
      draw();
    },
    ended(scenario) {
      done += 1;
      if (scenario.verdict === "failed") failed += 1;
      if (scenario.verdict !== "passed") output.write(`${clearLine}${scenarioLines(scenario, output).join("\n")}\n`);
      draw();
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      output.write(clearLine);
    },
  };
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}
