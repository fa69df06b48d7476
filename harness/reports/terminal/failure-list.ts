import { formatExchange } from "#harness/reports/format-exchange.ts";
import { brokenStep, failureLocation, type PlayedScenario, quotedExchange } from "#harness/reports/performance.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { foldedFor, harmless, type Output, tinted } from "#harness/reports/terminal/output.ts";

const maxListed = 40;

/**
 * Returns lines for the first {@link maxListed} failures: the step, the quoted request, and the command that plays the
 * scenario again.
 */
export function failureList(
  scenarios: readonly PlayedScenario[],
  { setting, output }: { setting: Setting; output: Output },
): readonly string[] {
  const failed = scenarios.filter(({ verdict }) => verdict === "failed");
  if (failed.length === 0) return [];
  const more = failed.length - maxListed;
  return [
    "",
    tinted(output, "red", "What failed:"),
    ...failed.slice(0, maxListed).flatMap((scenario) => entry(scenario, setting, output)),
    ...(more > 0 ? [`… and ${more} more in the report`] : []),
    "",
  ];
}

function entry(scenario: PlayedScenario, setting: Setting, output: Output): readonly string[] {
  const step = brokenStep(scenario);
  const quoted = quotedExchange(scenario);
  const lines = [
    `${failureLocation(scenario)} ${step?.keyword} ${step?.text}`.trimEnd(),
    ...(quoted ? [`${quoted.isJudged ? "" : "asked before: "}${formatExchange(quoted.exchange)}`] : []),
  ];
  return [
    ...foldedFor(output, `✘ ${harmless(`${scenario.feature} › ${scenario.name}`)}`),
    ...lines.flatMap((line) => foldedFor(output, `    ${harmless(line)}`)),
    // Not folded, because it is meant to be copied.
    tinted(output, "bold", `    ${harmless(replayCommand(scenario, setting))}`),
  ];
}
