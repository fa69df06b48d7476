import type { Exchange } from "#harness/reports/exchange.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";

/** What became of a scenario. Only what was played to its end without a fault has passed. */
export type Verdict = "passed" | "failed" | "not played";

/** What became of a step, in the words of the reports. */
export type StepVerdict = "passed" | "failed" | "undefined" | "ambiguous" | "pending" | "skipped";

/** One step as it was played; hooks count as steps when they say something. */
export type PlayedStep = Readonly<{
  /** `Given`, `When`, …, without blanks; `Before` or `After` for a hook. */
  keyword: string;
  text: string;
  /** Where it stands in the scenario's file; null for a hook. */
  line: number | null;
  /** A table or a text that belongs to the step, as it stands in the feature. */
  argument?: readonly (readonly string[])[] | string;
  /** Whether it sets the scenario up and claims nothing. */
  isSetUp?: boolean;
  /** The requirements that the remark above it names, if there is one. */
  proves?: readonly string[];
  verdict: StepVerdict;
  milliseconds: number;
  /** What went wrong, without secrets. */
  error?: string;
  exchanges: readonly Exchange[];
  /** The number of the exchange that the step judged when it broke, if it said so. */
  judged?: number;
}>;

/** One scenario and what became of it. Times are milliseconds, `startedAt` since 1970. */
export type PlayedScenario = Readonly<{
  feature: string;
  name: string;
  file: string;
  line: number;
  /** With `@`, also those of its feature, rule and examples. */
  tags: readonly string[];
  verdict: Verdict;
  /** Why it was not played; null when it was. */
  reason: string | null;
  startedAt: number;
  milliseconds: number;
  /** Which worker played it; "0" when there is one. */
  worker: string;
  steps: readonly PlayedStep[];
  /** What clusters logged around its failure; empty when it did not fail. */
  log: readonly ShownLogLine[];
}>;

/** A whole rehearsal, finished or not. */
export type Performance = Readonly<{
  startedAt: number;
  milliseconds: number;
  /** In the order of the features. */
  scenarios: readonly PlayedScenario[];
  /** Tags of scenarios that were read and not chosen for this run. */
  tagsLeftOut: ReadonlySet<string>;
  /** Why the run as a whole cannot be trusted: a hook of the run or the runner itself failed. */
  crash: string | null;
  /** What was lost while scenarios were played, such as a database server that died; null when nothing was. Who was playing then is "not played". */
  lost: string | null;
  /** Why what the runner writes beside, messages and JUnit's report, is not whole; null when it is. */
  unwritten: string | null;
}>;

/** The step a broken scenario broke at. */
export function brokenStep(scenario: PlayedScenario): PlayedStep | undefined {
  return scenario.steps.find((step) => step.verdict !== "passed" && step.verdict !== "skipped");
}

/** Where the step that broke stands, as `file:line`; the scenario's own place when a hook broke. */
export function failureLocation(scenario: PlayedScenario): string {
  return `${scenario.file}:${brokenStep(scenario)?.line ?? scenario.line}`;
}

/** The exchange to quote of a scenario that broke, and whether the broken step judged its answer or it is only the last one before. */
export type Quoted = Readonly<{ exchange: Exchange; isJudged: boolean }>;

/**
 * The exchange whose answer the broken step judged. A step that looked at no answer, as it judged a database or ran out of time, has
 * the last exchange before it broke. Undefined when the step did not run, or nothing was asked.
 */
export function quotedExchange(scenario: PlayedScenario): Quoted | undefined {
  const broken = brokenStep(scenario);
  if (broken?.verdict !== "failed") return undefined;
  const before = scenario.steps.slice(0, scenario.steps.indexOf(broken) + 1).flatMap(({ exchanges }) => exchanges);
  const judged = before.findLast(({ number }) => number === broken.judged);
  const exchange = judged ?? before.at(-1);
  return exchange && { exchange, isJudged: judged !== undefined };
}
