import type { Attachment, TestCase, TestStep, TestStepFinished, TestStepResult } from "@cucumber/messages";
import { type Exchange, exchangesIn, exchangesMediaType, judgedMediaType } from "#harness/api/exchange.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import { logMediaType, parseLog } from "#harness/reports/log-excerpt.ts";
import {
  notJudged,
  notJudgedMediaType,
  notPlayedMediaType,
  unexplained,
  withoutSteps,
} from "#harness/reports/not-played.ts";
import type { PlayedScenario, PlayedStep, StepVerdict, Verdict } from "#harness/reports/performance.ts";
import type { WrittenScenario } from "#harness/reports/script.ts";

export type RunningScenario = Readonly<{
  scenario: WrittenScenario;
  testCase: TestCase;
  startedAt: number;
  worker: string;
  finished: TestStepFinished[];
  attachments: Attachment[];
}>;

const verdicts: Readonly<Record<TestStepResult["status"], StepVerdict>> = {
  UNKNOWN: "failed",
  FAILED: "failed",
  UNDEFINED: "undefined",
  AMBIGUOUS: "ambiguous",
  PENDING: "pending",
  SKIPPED: "skipped",
  PASSED: "passed",
};

const explanations: Partial<Record<StepVerdict, string>> = {
  undefined: "No step definition matches this sentence.",
  ambiguous: "More than one step definition matches this sentence.",
  pending: "The step definition says that it is not written yet.",
};

/**
 * Returns the result of a scenario. If no step failed, but one was skipped or there are none, the scenario was not
 * played.
 */
export function playedScenario(running: RunningScenario, endedAt: number): PlayedScenario {
  const { scenario, startedAt, worker } = running;
  const steps = running.finished.flatMap((finished) => playedStep(running, finished));
  const verdict = verdictOf(running, steps);
  const { feature, name, file, line, tags } = scenario;
  const reason = verdict === "not played" ? reasonOf(running) : null;
  return {
    feature,
    name,
    file,
    line,
    tags,
    verdict,
    reason,
    startedAt,
    milliseconds: endedAt - startedAt,
    worker,
    steps,
    log: running.attachments
      .filter(({ mediaType }) => mediaType === logMediaType)
      .flatMap(({ body }) => parseLog(body)),
  };
}

function verdictOf({ scenario, finished }: RunningScenario, steps: readonly PlayedStep[]): Verdict {
  if (steps.some(({ verdict }) => verdict !== "passed" && verdict !== "skipped")) return "failed";
  const skipped = finished.some(({ testStepResult }) => testStepResult.status === "SKIPPED");
  return skipped || scenario.steps.size === 0 ? "not played" : "passed";
}

function reasonOf({ scenario, attachments }: RunningScenario): string {
  if (scenario.steps.size === 0) return withoutSteps;
  const lost = attachments.find(({ mediaType }) => mediaType === notJudgedMediaType)?.body.trim();
  if (lost) return `${notJudged}: ${lost}`;
  const said = attachments.find(({ mediaType }) => mediaType === notPlayedMediaType)?.body.trim();
  return said?.replace(/^not played: */, "") || unexplained;
}

/** Returns nothing for a hook that did not fail and has no exchanges. */
function playedStep(running: RunningScenario, finished: TestStepFinished): readonly PlayedStep[] {
  const step = running.testCase.testSteps.find(({ id }) => id === finished.testStepId);
  const written = running.scenario.steps.get(step?.pickleStepId ?? "");
  const { status, duration } = finished.testStepResult;
  const verdict = verdicts[status];
  const exchanges = exchangesOf(running, finished.testStepId);
  if (!written && verdict !== "failed" && exchanges.length === 0) return [];
  const error = errorOf(finished.testStepResult, verdict);
  const judged = judgedIn(running, finished.testStepId);
  return [
    {
      ...(written ?? { keyword: hookKeyword(running, step), text: "", line: null }),
      verdict,
      milliseconds: duration.seconds * 1000 + duration.nanos / 1e6,
      ...(error === undefined ? {} : { error }),
      exchanges,
      ...(judged === undefined ? {} : { judged }),
    },
  ];
}

function hookKeyword({ testCase }: RunningScenario, hook: TestStep | undefined): string {
  const steps = testCase.testSteps;
  const firstWritten = steps.findIndex(({ pickleStepId }) => pickleStepId !== undefined);
  return hook && steps.indexOf(hook) > firstWritten && firstWritten >= 0 ? "After" : "Before";
}

function errorOf({ message, exception }: TestStepResult, verdict: StepVerdict): string | undefined {
  if (verdict === "passed" || verdict === "skipped") return undefined;
  return maskText(message || exception?.message || explanations[verdict] || "It failed without a message.");
}

function judgedIn({ attachments }: RunningScenario, testStepId: string): number | undefined {
  const judged = attachments.find((one) => one.testStepId === testStepId && one.mediaType === judgedMediaType);
  return judged && Number(judged.body);
}

function exchangesOf({ attachments }: RunningScenario, testStepId: string): readonly Exchange[] {
  return attachments
    .filter((attachment) => attachment.testStepId === testStepId && attachment.mediaType === exchangesMediaType)
    .flatMap((attachment) => exchangesIn(attachment) ?? []);
}
