import type { Exchange } from "#harness/api/exchange.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";

/** A scenario passes only if its steps end without an error. */
export type Verdict = "passed" | "failed" | "not played";

export type StepVerdict = "passed" | "failed" | "undefined" | "ambiguous" | "pending" | "skipped";

/** A step, which may have been skipped, or a hook that failed or has exchanges. */
export type PlayedStep = Readonly<{
  /** `Given`, `When`, …, without spaces; `Before` or `After` for a hook. */
  keyword: string;
  text: string;
  /** Line in the scenario's file, or null for a hook. */
  line: number | null;
  /** Table or text below the step. */
  argument?: readonly (readonly string[])[] | string;
  /** True if the step sets the scenario up: a Given, and an And or But after it. */
  isSetUp?: boolean;
  verdict: StepVerdict;
  milliseconds: number;
  /** Text of an error, with secrets masked. */
  error?: string;
  exchanges: readonly Exchange[];
  /** Number of the exchange that the failed step judged, if known. */
  judged?: number;
}>;

/** A scenario and its result. Times are in milliseconds. `startedAt` is since 1970, or 0 without a result. */
export type PlayedScenario = Readonly<{
  feature: string;
  name: string;
  file: string;
  line: number;
  /** Tags of the scenario and of its feature, rule and examples, with `@`. */
  tags: readonly string[];
  verdict: Verdict;
  /** Reason of the verdict "not played", otherwise null. */
  reason: string | null;
  startedAt: number;
  milliseconds: number;
  /** Id of the worker that played the scenario. "0" if there is only one worker, or if the scenario was not played. */
  worker: string;
  steps: readonly PlayedStep[];
  /** Log excerpt of the clusters before the failure. Empty if there is none. */
  log: readonly ShownLogLine[];
}>;

/** A run of all chosen scenarios, possibly unfinished. */
export type Performance = Readonly<{
  startedAt: number;
  milliseconds: number;
  /** Results of scenarios, in the order of the features. */
  scenarios: readonly PlayedScenario[];
  tagsLeftOut: ReadonlySet<string>;
  /** Reason why the results of the run are unreliable: a hook of the run or the test runner failed. Otherwise null. */
  crash: string | null;
  /** Losses during the run, such as a dead database server or objects left on a target, or null. */
  lost: string | null;
  /** Reason why the file of messages that the test runner writes is incomplete, or null. */
  unwritten: string | null;
}>;

/** Returns the step at which a scenario failed, or undefined. */
export function brokenStep(scenario: PlayedScenario): PlayedStep | undefined {
  return scenario.steps.find((step) => step.verdict !== "passed" && step.verdict !== "skipped");
}

/** Returns the location of the failed step as `file:line`, or of the scenario if a hook failed. */
export function failureLocation(scenario: PlayedScenario): string {
  return `${scenario.file}:${brokenStep(scenario)?.line ?? scenario.line}`;
}

/**
 * The exchange that is quoted for a failed scenario. `isJudged` is true if the failed step judged its response, and
 * false if it is only the last exchange before the failure.
 */
export type Quoted = Readonly<{ exchange: Exchange; isJudged: boolean }>;

/**
 * Returns the exchange that the failed step judged. If the step judged none, for example because it checked a database,
 * returns the last exchange. Returns undefined if the step did not run or no request was sent.
 */
export function quotedExchange(scenario: PlayedScenario): Quoted | undefined {
  const broken = brokenStep(scenario);
  if (broken?.verdict !== "failed") return undefined;
  const before = scenario.steps.slice(0, scenario.steps.indexOf(broken) + 1).flatMap(({ exchanges }) => exchanges);
  const judged = before.findLast(({ number }) => number === broken.judged);
  const exchange = judged ?? before.at(-1);
  return exchange && { exchange, isJudged: judged !== undefined };
}
