import { exchangeLines } from "#harness/reports/format-exchange.ts";
import { formatLogLine } from "#harness/reports/format-log.ts";
import { withoutEqual } from "#harness/reports/log-excerpt.ts";
import { notJudged } from "#harness/reports/not-played.ts";
import {
  brokenStep,
  failureLocation,
  type PlayedScenario,
  type Quoted,
  quotedExchange,
} from "#harness/reports/performance.ts";
import { foldedFor, harmless, type Output, tinted } from "#harness/reports/terminal/output.ts";

/** Limits of the output: lines of an error, warnings and errors of clusters, characters of a body. */
const [maxErrorLines, maxTroubles, maxBody] = [30, 6, 600] as const;

/** Returns a line with the result of a scenario, and for a failure also lines with its location and cause. */
export function scenarioLines(scenario: PlayedScenario, output: Output): readonly string[] {
  const title = harmless(`${scenario.feature} › ${scenario.name}`);
  const time = tinted(output, "dim", `(${(scenario.milliseconds / 1000).toFixed(1)} s)`);
  switch (scenario.verdict) {
    case "passed":
      return [`${tinted(output, "green", "✔")} ${title} ${time}`];
    case "not played":
      return [tinted(output, "dim", `– ${title} (not played: ${harmless(shortReason(scenario.reason ?? ""))})`)];
    case "failed":
      return [`${tinted(output, "red", `✘ ${title}`)} ${time}`, ...whereAndWhy(scenario, output)];
  }
}

function shortReason(reason: string): string {
  return reason.startsWith(`${notJudged}: `) ? notJudged : reason;
}

function whereAndWhy(scenario: PlayedScenario, output: Output): readonly string[] {
  const step = brokenStep(scenario);
  const lines = (step?.error ?? "").split("\n");
  const more = lines.length - maxErrorLines;
  const quoted = quotedExchange(scenario);
  const troubles = withoutEqual(scenario.log.filter(({ level }) => level !== "info")).slice(-maxTroubles);
  return [
    failureLocation(scenario),
    `${step?.keyword} ${step?.text}`,
    ...lines.slice(0, maxErrorLines),
    ...(more > 0 ? [`… ${more} more lines in the report`] : []),
    ...(quoted ? quotedLines(quoted) : []),
    ...(troubles.length > 0 ? ["logged:", ...troubles.map((line) => `  ${formatLogLine(line)}`)] : []),
  ].flatMap((line) => foldedFor(output, `    ${harmless(line)}`.trimEnd()));
}

function quotedLines({ exchange, isJudged }: Quoted): readonly string[] {
  const [first, ...bodies] = exchangeLines(exchange, { maxBody });
  return [`${isJudged ? "judged" : "asked before"}: ${first}`, ...bodies];
}
