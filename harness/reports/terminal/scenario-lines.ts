import { brokenStep, type PlayedScenario } from "#harness/reports/performance.ts";
import { harmless, type Output, tinted } from "#harness/reports/terminal/output.ts";

/** Lines of an error that are printed; the report has all. */
const mostErrorLines = 30;

/** What became of a scenario: one line, and for a broken one where and why. */
export function scenarioLines(scenario: PlayedScenario, output: Output): readonly string[] {
  const title = harmless(`${scenario.feature} › ${scenario.name}`);
  const time = tinted(output, "dim", `(${(scenario.milliseconds / 1000).toFixed(1)} s)`);
  switch (scenario.verdict) {
    case "passed":
      return [`${tinted(output, "green", "✔")} ${title} ${time}`];
    case "not played":
      return [tinted(output, "dim", `– ${title} (not played: ${harmless(scenario.reason ?? "")})`)];
    case "failed":
      return [`${tinted(output, "red", `✘ ${title}`)} ${time}`, ...whereAndWhy(scenario)];
  }
}

function whereAndWhy(scenario: PlayedScenario): readonly string[] {
  const step = brokenStep(scenario);
  const lines = harmless(step?.error ?? "").split("\n");
  const more = lines.length - mostErrorLines;
  return [
    `${scenario.file}:${scenario.line}`,
    harmless(`${step?.keyword} ${step?.text}`),
    ...lines.slice(0, mostErrorLines),
    ...(more > 0 ? [`… ${more} more lines in the report`] : []),
  ].map((line) => `    ${line}`.trimEnd());
}
