import { exchangeLines, quotedTitle } from "#harness/reports/format-exchange.ts";
import { formatLogLine } from "#harness/reports/format-log.ts";
import { type Markup, html as xml } from "#harness/reports/page/markup.ts";
import {
  brokenStep,
  failureLocation,
  type Performance,
  type PlayedScenario,
  quotedExchange,
} from "#harness/reports/performance.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import type { Setting } from "#harness/reports/setting.ts";

/** Maximum length of a quoted body, in characters. Viewers of JUnit files show all text. */
const maxBody = 2_000;

/**
 * Renders a run as a JUnit file: a suite for each feature, and a case for each scenario. If the run itself failed, a
 * further suite has one error.
 */
export function renderJunit(performance: Performance, setting: Setting): string {
  const { scenarios, crash } = performance;
  const suites = [...Map.groupBy(scenarios, ({ file, feature }) => `${file}\0${feature}`).values()];
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy" ${countsOf(scenarios, crash === null ? 0 : 1)} time="${seconds(performance.milliseconds)}">
${suites.map((members) => suite(members, setting))}
${
  crash !== null &&
  xml`<testsuite name="the run itself" tests="1" skipped="0" failures="0" errors="1" time="0"><testcase classname="understudy" name="the run itself" time="0"><error message="the run itself failed">${crash}</error></testcase></testsuite>
`
}</testsuites>
`.markup;
}

function suite(scenarios: readonly PlayedScenario[], setting: Setting): Markup {
  const began = scenarios.map(({ startedAt }) => startedAt).filter((at) => at > 0);
  const timestamp = began.length > 0 && xml` timestamp="${new Date(Math.min(...began)).toISOString().slice(0, 19)}"`;
  const time = seconds(scenarios.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return xml`<testsuite name="${scenarios[0]?.feature}" ${countsOf(scenarios, 0)} time="${time}"${timestamp}>
${scenarios.map((scenario) => testCase(scenario, setting))}</testsuite>
`;
}

function countsOf(scenarios: readonly PlayedScenario[], errors: number): Markup {
  const count = (verdict: PlayedScenario["verdict"]) => scenarios.filter((one) => one.verdict === verdict).length;
  return xml`tests="${scenarios.length + errors}" skipped="${count("not played")}" failures="${count("failed")}" errors="${errors}"`;
}

function testCase(scenario: PlayedScenario, setting: Setting): Markup {
  const { feature, name, file, line, milliseconds, verdict, reason } = scenario;
  return xml`<testcase classname="${feature}" name="${name}" file="${file}" line="${line}" time="${seconds(milliseconds)}">${
    verdict === "failed" && failure(scenario, setting)
  }${verdict === "not played" && xml`<skipped message="${reason}"/>`}</testcase>
`;
}

function failure(scenario: PlayedScenario, setting: Setting): Markup {
  const step = brokenStep(scenario);
  const error = step?.error ?? "";
  const quoted = quotedExchange(scenario);
  const text = [
    failureLocation(scenario),
    `${step?.keyword} ${step?.text}`,
    error,
    ...(quoted ? ["", `${quotedTitle(quoted)}:`, ...exchangeLines(quoted.exchange, { maxBody })] : []),
    ...(scenario.log.length > 0 ? ["", "What the clusters logged before:", ...scenario.log.map(formatLogLine)] : []),
    "",
    `Play it again: ${replayCommand(scenario, setting)}`,
  ];
  return xml`<failure type="${step?.verdict}" message="${error.split("\n")[0]}">${text.join("\n")}</failure>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
