import type { Cause } from "#harness/reports/causes/causes.ts";
import { attributionOf } from "#harness/reports/causes/describe-cause.ts";
import { type Expectations, expectationsOf, unmetLine } from "#harness/reports/expectations.ts";
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
import { countScenarios } from "#harness/reports/scenario-counts.ts";
import type { Setting } from "#harness/reports/setting.ts";

/** Maximum length of a quoted body, in characters. Viewers of JUnit files show all text. */
const maxBody = 2_000;

type Causes = ReadonlyMap<PlayedScenario, Cause>;
type Context = Readonly<{ setting: Setting; expectations: Expectations; causes: Causes }>;

/**
 * Renders a run as a JUnit file: a suite for each feature, and a case for each scenario. An expected failure is skipped.
 * Further suites have a failure for each expected failure that did not occur, and an error if the run itself failed or a
 * scenario could not be judged. Failures of several scenarios with one cause have the cause as their message.
 */
export function renderJunit(performance: Performance, setting: Setting, causes: Causes = new Map()): string {
  const { scenarios, crash, lost, milliseconds } = performance;
  const expectations = expectationsOf(scenarios, setting.target?.expectedFailures ?? []);
  const context = { setting, expectations, causes };
  const nothing = scenarios.every(({ verdict }) => verdict === "not played") ? "no scenario was played" : null;
  const trouble = crash ?? lost ?? nothing;
  const { unmet } = expectations;
  const suites = [...Map.groupBy(scenarios, ({ file, feature }) => `${file}\0${feature}`).values()];
  const all = counts(casesOf(scenarios, context), { failures: unmet.length, errors: trouble === null ? 0 : 1 });
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy" ${all} time="${seconds(milliseconds)}">
${suites.map((members) => suite(members, context))}
${unmet.length > 0 && staleSuite(unmet)}${trouble !== null && troubleSuite(trouble)}</testsuites>
`.markup;
}

function suite(scenarios: readonly PlayedScenario[], context: Context): Markup {
  const began = scenarios.map(({ startedAt }) => startedAt).filter((at) => at > 0);
  const timestamp = began.length > 0 && xml` timestamp="${new Date(Math.min(...began)).toISOString().slice(0, 19)}"`;
  const time = seconds(scenarios.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return xml`<testsuite name="${scenarios[0]?.feature}" ${counts(casesOf(scenarios, context))} time="${time}"${timestamp}>
${scenarios.map((scenario) => testCase(scenario, context))}</testsuite>
`;
}

/** Returns a suite with a failure for each expected failure that did not occur. */
function staleSuite(unmet: Expectations["unmet"]): Markup {
  return xml`<testsuite name="expected failures" ${counts({}, { failures: unmet.length })} time="0">
${unmet.map((one) => {
  const message = unmetLine(one);
  return xml`<testcase classname="expected failures" name="${one.of}: ${one.fails}" time="0"><failure type="unmet" message="${message}">${message}</failure></testcase>
`;
})}</testsuite>
`;
}

function troubleSuite(trouble: string): Markup {
  return xml`<testsuite name="the run itself" ${counts({}, { errors: 1 })} time="0"><testcase classname="understudy" name="the run itself" time="0"><error message="the run itself failed">${trouble}</error></testcase></testsuite>
`;
}

type Cases = Readonly<{ passed?: number; skipped?: number; failures?: number }>;

function casesOf(scenarios: readonly PlayedScenario[], { expectations: { met } }: Context): Cases {
  const { passed, failed, notPlayed } = countScenarios(scenarios);
  const expected = scenarios.filter((scenario) => met.has(scenario)).length;
  const unplayed = [...notPlayed.values()].reduce((sum, count) => sum + count, 0);
  return { passed, skipped: unplayed + expected, failures: failed - expected };
}

/** Returns the attributes of a suite with these cases, and with further failures and errors. */
function counts(
  { passed = 0, skipped = 0, failures = 0 }: Cases,
  more: Readonly<{ failures?: number; errors?: number }> = {},
): Markup {
  const failed = failures + (more.failures ?? 0);
  const errors = more.errors ?? 0;
  return xml`tests="${passed + skipped + failed + errors}" skipped="${skipped}" failures="${failed}" errors="${errors}"`;
}

function testCase(scenario: PlayedScenario, { setting, expectations, causes }: Context): Markup {
  const { feature, name, file, line, milliseconds, verdict, reason } = scenario;
  const expected = expectations.met.get(scenario);
  const skipped = expected ? `failed as expected: ${expected.document}` : verdict === "not played" ? reason : undefined;
  return xml`<testcase classname="${feature}" name="${name}" file="${file}" line="${line}" time="${seconds(milliseconds)}">${
    verdict === "failed" && !expected && failure(scenario, setting, causes.get(scenario))
  }${skipped !== undefined && xml`<skipped message="${skipped}"/>`}</testcase>
`;
}

function failure(scenario: PlayedScenario, setting: Setting, cause: Cause | undefined): Markup {
  const step = brokenStep(scenario);
  const error = step?.error ?? "";
  const quoted = quotedExchange(scenario);
  const shared = cause && cause.scenarios.length > 1 ? cause : undefined;
  const attribution = shared && attributionOf(shared);
  const text = [
    failureLocation(scenario),
    `${step?.keyword} ${step?.text}`,
    error,
    ...(shared ? ["", `${shared.scenarios.length} failures with one cause: ${shared.title}`] : []),
    ...(attribution === undefined ? [] : [attribution]),
    ...(quoted ? ["", `${quotedTitle(quoted)}:`, ...exchangeLines(quoted.exchange, { maxBody })] : []),
    ...(scenario.log.length > 0 ? ["", "What the clusters logged before:", ...scenario.log.map(formatLogLine)] : []),
    "",
    `Play it again: ${replayCommand(scenario, setting)}`,
  ];
  return xml`<failure type="${step?.verdict}" message="${shared?.title ?? error.split("\n")[0]}">${text.join("\n")}</failure>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
