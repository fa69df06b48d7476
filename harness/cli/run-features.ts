import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { IRunOptions } from "@cucumber/cucumber/api";
import type { Envelope } from "@cucumber/messages";
import { type LoadedSteps, runCucumberWith } from "#harness/cli/cucumber-run.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import { maskEnvelope } from "#harness/reports/mask-envelope.ts";
import { interrupted } from "#harness/reports/not-played.ts";
import type { Performance } from "#harness/reports/performance.ts";
import { Recorder } from "#harness/reports/recorder.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";

const defaultGraceMilliseconds = 15_000;
type RunOutcome = Readonly<{ success: boolean; unwritten: string | null }>;

export type FeatureRun = Readonly<{
  paths: readonly string[];
  tags: string;
  /** Steps and hooks. They include the hook that skips scenarios after an interruption. */
  steps: LoadedSteps;
  workers: number;
  worldParameters: IRunOptions["runtime"]["worldParameters"];
  report: string;
  progress: Progress;
  signal: AbortSignal;
  /** Time in which running scenarios must end after an interruption, in milliseconds. Default: 15,000. */
  graceMilliseconds?: number;
}>;

/** Runs features and returns their results. After an interruption, no further scenario begins. */
export async function runFeatures(run: FeatureRun): Promise<Performance> {
  const { paths, tags, steps, workers, worldParameters, report, progress, signal } = run;
  const { graceMilliseconds = defaultGraceMilliseconds } = run;
  const recorder = new Recorder();
  let isFinished = false;
  const onEnvelope = (envelope: Envelope) => {
    maskEnvelope(envelope);
    // A scenario that ends after the grace period is not reported: its stage is being disposed of.
    if (isFinished) return;
    const ended = recorder.take(envelope);
    // Scenarios skipped after an interruption are only counted in the summary.
    if (ended && ended.reason !== interrupted) progress.ended(ended);
    const current = recorder.current;
    if (envelope.testCaseStarted && current) progress.playing(`${current.feature} › ${current.name}`, recorder.planned);
  };
  const messages = join(report, "messages.ndjson");
  createOwnerOnly(messages);
  const formats = { [messages]: "message" };
  const playing = runCucumberWith({ paths, tags, steps, workers, worldParameters, formats, onEnvelope });
  const completed = playing.then(({ success }): RunOutcome => ({ success, unwritten: null }));
  const timedOut = graceAfter(signal, { whole: completed, graceMilliseconds });
  const outcome = await Promise.race([completed, timedOut]).catch(unwrittenOutcome);
  isFinished = true;
  const { success, unwritten } = outcome;
  const performance = { ...recorder.performance({ wasInterrupted: signal.aborted }), unwritten };
  const failed = performance.scenarios.some(({ verdict }) => verdict === "failed");
  if (success || failed || signal.aborted || unwritten !== null) return performance;
  return { ...performance, crash: performance.crash ?? "the runner failed without an error message" };
}

function createOwnerOnly(path: string): void {
  try {
    writeOwnerOnly(path, "");
  } catch (error) {
    if (whyNotWritten(error) === undefined) throw error;
  }
}

function unwrittenOutcome(error: unknown): RunOutcome {
  const unwritten = whyNotWritten(error);
  if (unwritten === undefined) throw error;
  return { success: false, unwritten };
}

async function graceAfter(
  signal: AbortSignal,
  { whole: completed, graceMilliseconds }: Readonly<{ whole: Promise<unknown>; graceMilliseconds: number }>,
): Promise<RunOutcome> {
  if (!signal.aborted)
    await Promise.race([new Promise((resolve) => signal.addEventListener("abort", resolve)), completed]);
  if (!signal.aborted) return new Promise(() => {});
  await passed(graceMilliseconds, undefined, { ref: false });
  return { success: false, unwritten: null };
}
