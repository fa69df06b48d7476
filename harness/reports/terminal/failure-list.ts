import type { Cause } from "#harness/reports/causes/causes.ts";
import { attributionOf, distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import { formatExchange } from "#harness/reports/format-exchange.ts";
import { brokenStep, failureLocation, type PlayedScenario, quotedExchange } from "#harness/reports/performance.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { foldedFor, harmless, type Output, tinted } from "#harness/reports/terminal/output.ts";

/** Maximum numbers of causes, and of further scenarios of a cause. */
const [maxListed, maxAlike] = [40, 5] as const;

/**
 * Returns lines for the first {@link maxListed} causes of failures: the step of a scenario, the quoted request, the
 * command that plays the scenario again, and further scenarios with the same cause.
 */
export function failureList(
  causes: ReadonlyMap<PlayedScenario, Cause>,
  { setting, output }: { setting: Setting; output: Output },
): readonly string[] {
  const distinct = distinctCauses(causes);
  if (distinct.length === 0) return [];
  const more = distinct.length - maxListed;
  return [
    "",
    tinted(output, "red", "What failed:"),
    ...distinct.slice(0, maxListed).flatMap((cause) => group(cause, setting, output)),
    ...(more > 0 ? [`… and ${more} more in the report`] : []),
    "",
  ];
}

function group(cause: Cause, setting: Setting, output: Output): readonly string[] {
  const [first, ...others] = cause.scenarios;
  if (!first) return [];
  if (others.length === 0) return entry(first, setting, output);
  const attribution = attributionOf(cause);
  const more = others.length - maxAlike;
  const folded = (line: string) => foldedFor(output, `    ${harmless(line)}`);
  return [
    ...foldedFor(output, `✘ ${cause.scenarios.length} failures with one cause: ${harmless(cause.title)}`),
    ...(attribution === undefined ? [] : folded(attribution)),
    ...entry(first, setting, output),
    ...others
      .slice(0, maxAlike)
      .flatMap((one) => folded(`same cause: ${one.feature} › ${one.name} (${failureLocation(one)})`)),
    ...(more > 0 ? folded(`… and ${more} more with this cause in the report`) : []),
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
