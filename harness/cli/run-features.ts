import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import type { IRunOptions } from "@cucumber/cucumber/api";
import type { Envelope } from "@cucumber/messages";
import { type LoadedSteps, runCucumberWith } from "#harness/cli/cucumber-run.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { maskEnvelope } from "#harness/reports/mask-envelope.ts";
import { interrupted } from "#harness/reports/not-played.ts";
import { writeOwnerOnly } from "#harness/reports/owner-only.ts";
import type { Performance } from "#harness/reports/performance.ts";
import { Recorder } from "#harness/reports/recorder.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";

/** How long scenarios that are being played may take to end after an interruption, in milliseconds. */
const usualGraceMilliseconds = 15_000;
type RunOutcome = Readonly<{ success: boolean; unwritten: string | null }>;

/** What is to be played, and the listeners to it. */
export type FeatureRun = Readonly<{
  paths: readonly string[];
  tags: string;
  /** Steps and hooks, the one that heeds interruptions among them. */
  steps: LoadedSteps;
  workers: number;
  worldParameters: IRunOptions["runtime"]["worldParameters"];
  /** Folder for `messages.ndjson`. */
  report: string;
  progress: Progress;
  signal: AbortSignal;
  /** How long scenarios that are being played may take to end after an interruption. Default: 15 seconds. */
  graceMilliseconds?: number;
}>;

/** Plays features and tells what came of it. After an interruption no scenario is begun any more; those under way may end. */
export async function runFeatures(run: FeatureRun): Promise<Performance> {
  const { paths, tags, steps, workers, worldParameters, report, progress, signal } = run;
  const { graceMilliseconds = usualGraceMilliseconds } = run;
  const recorder = new Recorder();
  let isTold = false;
  const onEnvelope = (envelope: Envelope) => {
    maskEnvelope(envelope);
    // What ends after its time is up, in a stage that is being put away, is not told.
    if (isTold) return;
    const ended = recorder.take(envelope);
    // After an interruption the last lines count those that were not begun; none needs one of its own.
    if (ended && ended.reason !== interrupted) progress.ended(ended);
    const current = recorder.current;
    if (envelope.testCaseStarted && current) progress.playing(`${current.feature} › ${current.name}`, recorder.planned);
  };
  const messages = join(report, "messages.ndjson");
  createOwnerOnly(messages);
  const formats = { [messages]: "message" };
  const playing = runCucumberWith({ paths, tags, steps, workers, worldParameters, formats, onEnvelope });
  const whole = playing.then(({ success }): RunOutcome => ({ success, unwritten: null }));
  const late = graceAfter(signal, { whole, graceMilliseconds });
  const outcome = await Promise.race([whole, late]).catch(outcomeWithoutRoom);
  isTold = true;
  const { success, unwritten } = outcome;
  const performance = { ...recorder.performance({ wasInterrupted: signal.aborted }), unwritten };
  const failed = performance.scenarios.some(({ verdict }) => verdict === "failed");
  if (success || failed || signal.aborted || unwritten !== null) return performance;
  return { ...performance, crash: performance.crash ?? "the runner failed and did not say why" };
}

/** Creates the file before the runner opens it, which would let anyone read it. The runner reports what cannot be written. */
function createOwnerOnly(path: string): void {
  try {
    writeOwnerOnly(path, "");
  } catch (error) {
    if (whyNotWritten(error) === undefined) throw error;
  }
}

/** What a run came to that ended with a file which could not be written; all that was played is known then. Throws on what else went wrong. */
function outcomeWithoutRoom(error: unknown): RunOutcome {
  const unwritten = whyNotWritten(error);
  if (unwritten === undefined) throw error;
  return { success: false, unwritten };
}

/** Resolves when scenarios had time enough to end after an interruption; never without one. */
async function graceAfter(
  signal: AbortSignal,
  { whole, graceMilliseconds }: Readonly<{ whole: Promise<unknown>; graceMilliseconds: number }>,
): Promise<RunOutcome> {
  if (!signal.aborted) await Promise.race([new Promise((resolve) => signal.addEventListener("abort", resolve)), whole]);
  if (!signal.aborted) return new Promise(() => {});
  await passed(graceMilliseconds, undefined, { ref: false });
  return { success: false, unwritten: null };
}
