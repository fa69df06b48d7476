import type { Exchange } from "#harness/api/exchange.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";

/** The verdict on a scenario. Only a scenario that ended without a fault has passed. */
export type Verdict = "passed" | "failed" | "not played";

/** The result of a step in reports. */
export type StepVerdict = "passed" | "failed" | "undefined" | "ambiguous" | "pending" | "skipped";

/** A step that was run, or a hook that failed or has exchanges. */
export type PlayedStep = Readonly<{
  /** `Given`, `When`, …, without spaces; `Before` or `After` for a hook. */
  keyword: string;
  text: string;
  /** The line in the scenario's file; null for a hook. */
  line: number | null;
  /** The table or text of the step. */
  argument?: readonly (readonly string[])[] | string;
  /** True if the step sets the scenario up and claims nothing. */
  isSetUp?: boolean;
  /** The requirements in the comment above the step, if any. */
  proves?: readonly string[];
  verdict: StepVerdict;
  milliseconds: number;
  /** The error message, without secrets. */
  error?: string;
  exchanges: readonly Exchange[];
  /** The number of the exchange that the failed step judged, if known. */
  judged?: number;
}>;

/** A scenario and its result. Times are milliseconds; `startedAt` is since 1970. */
export type PlayedScenario = Readonly<{
  feature: string;
  name: string;
  file: string;
  line: number;
  /** Tags with `@`, of the scenario and its feature, rule and examples. */
  tags: readonly string[];
  verdict: Verdict;
  /** The reason why the scenario was not run; null if it was. */
  reason: string | null;
  startedAt: number;
  milliseconds: number;
  /** The worker that ran the scenario; "0" if there is only one. */
  worker: string;
  steps: readonly PlayedStep[];
  /** The log excerpt of the clusters around its failure; empty if it did not fail. */
  log: readonly ShownLogLine[];
}>;

/** A run of all chosen scenarios, finished or not. */
export type Performance = Readonly<{
  startedAt: number;
  milliseconds: number;
  /** The results of scenarios, in the order of the features. */
  scenarios: readonly PlayedScenario[];
  /** Tags of scenarios that were not chosen for this run. */
  tagsLeftOut: ReadonlySet<string>;
  /** The reason why the whole run is unreliable: a hook of the run or the runner itself failed. */
  crash: string | null;
  /**
   * A loss during the run, such as a database server that died; null if none. Scenarios that ran
   * then are "not played".
   */
  lost: string | null;
  /** The reason why the runner's own files (messages, JUnit report) are incomplete, or null. */
  unwritten: string | null;
}>;

/** Returns the step at which a scenario failed. */
export function brokenStep(scenario: PlayedScenario): PlayedStep | undefined {
  return scenario.steps.find((step) => step.verdict !== "passed" && step.verdict !== "skipped");
}

/** Returns the location of the failed step as `file:line`, or of the scenario if a hook failed. */
export function failureLocation(scenario: PlayedScenario): string {
  return `${scenario.file}:${brokenStep(scenario)?.line ?? scenario.line}`;
}

/**
 * The exchange to quote for a failed scenario. `isJudged` is true if the failed step judged its
 * response; otherwise it is only the last one before.
 */
export type Quoted = Readonly<{ exchange: Exchange; isJudged: boolean }>;

/**
 * Returns the exchange that the failed step judged. If the step read no response, because it
 * checked a database or timed out, returns the last exchange before. Undefined if the step did not
 * run or no request was sent.
 */
export function quotedExchange(scenario: PlayedScenario): Quoted | undefined {
  const broken = brokenStep(scenario);
  if (broken?.verdict !== "failed") return undefined;
  const before = scenario.steps.slice(0, scenario.steps.indexOf(broken) + 1).flatMap(({ exchanges }) => exchanges);
  const judged = before.findLast(({ number }) => number === broken.judged);
  const exchange = judged ?? before.at(-1);
  return exchange && { exchange, isJudged: judged !== undefined };
}
