import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Action } from "#harness/campaign/action.ts";
import { type Capsule, CapsuleMistake, readCapsule } from "#harness/campaign/capsule.ts";
import { headingOf } from "#harness/campaign/heading-of.ts";
import { type Digested, judgeDigested } from "#harness/campaign/judge-digested.ts";
import { type HowToSay, scenarioOf } from "#harness/campaign/scenario-of.ts";
import { commitOfThis } from "#harness/cli/commit.ts";
import { Failure } from "#harness/cli/failure.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import type { ReplayOptions } from "#harness/cli/replay-options.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import type { Runner } from "#harness/cli/runner.ts";
import type { Event } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { writeOwnerOnly } from "#harness/reports/owner-only.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { Window } from "#harness/reports/page/lanes/window.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type Around = Readonly<{
  stdout: Output;
  directory: string;
  /** Where the scenario of the run is played. */
  runner: Pick<Runner, "prepare">;
  signal: AbortSignal;
}>;

/**
 * Plays a capsule again, writes its history and a page that draws it to the report, up to the event that was asked for, and says whether it went as it did. Resolves to
 * the exit code: 1 when the rule is still broken, 0 when it held, 2 when the history is another though the release is the same.
 */
export async function replay(
  { capsule: file, until = Number.POSITIVE_INFINITY, scenario, report }: ReplayOptions,
  { stdout, directory, runner, signal }: Around,
): Promise<number> {
  const capsule = read(resolve(directory, file), file);
  // What cannot be told, or not be written there, is said before anything is played.
  if (scenario !== undefined) written(capsule, { path: resolve(directory, scenario), name: scenario });
  const folder = reportFolder(report, directory);
  makeFolder(folder);
  const path = join(folder, "history.ndjson");
  for (const line of differences(capsule)) stdout.write(`${line}\n`);
  const drawn = new Window(Math.min(until, capsule.broken.event));
  const { result, trouble } = await historyOf(path, { capsule, until, drawn });
  if (trouble === undefined) stdout.write(`history: ${path}\n`);
  const page = join(folder, "index.html");
  const pageTrouble = notWritten(() =>
    writeOwnerOnly(page, renderHistories([drawnHistory(capsule, { result, drawn, until })])),
  );
  if (pageTrouble === undefined) stdout.write(`page: ${page}\n`);
  for (const why of new Set([trouble, pageTrouble]))
    if (why !== undefined) stdout.write(`the report in ${folder} is not whole: ${why}\n`);
  const isSame = result.digest === capsule.digest;
  const still = result.broken.find((one) => one.checker === capsule.broken.checker);
  if (!isSame) stdout.write("the history is not the one that the capsule was made of\n");
  if (scenario !== undefined) {
    const to = { path: resolve(directory, scenario), name: scenario, repairs: result.repairs };
    for (const line of await tried(capsule, { ...to, isBroken: still !== undefined, folder, runner, signal }))
      stdout.write(`${line}\n`);
  }
  if (still) stdout.write(`broken: ${still.checker}: ${still.sentence} (event ${still.event})\n`);
  else stdout.write(`held: ${capsule.broken.checker}\n`);
  if (still) return 1;
  return isSame || trouble !== undefined || pageTrouble !== undefined ? 2 : 0;
}

/** What may make it go otherwise than it did, a line each. */
function differences({ release, commit }: Capsule): readonly string[] {
  const [here, now] = [packageVersion(), commitOfThis()];
  if (release !== here) return [`the capsule is of release ${release}, this is ${here}: what happens may differ`];
  if (commit === undefined || now === undefined || commit === now) return [];
  return [`the capsule is of commit ${commit}, this is ${now}: clusters, clients and faults may do other things`];
}

type Kept = Readonly<{ capsule: Capsule; until: number; drawn: Window }>;

/** What came of the run, and why its history could not be written where that is so: the run goes on without. */
async function historyOf(
  path: string,
  { capsule: { schedule }, until, drawn }: Kept,
): Promise<Readonly<{ result: Digested; trouble: string | undefined }>> {
  const file = new LineFile(path);
  file.add(JSON.stringify(headingOf(schedule)));
  const result = await judgeDigested(schedule, [
    (event: Event) => {
      if (event.seq > until) return;
      file.add(JSON.stringify(event));
      drawn.take(event);
    },
  ]);
  return { result, trouble: notWritten(() => file[Symbol.dispose]()) };
}

/** Why a part of the report could not be written, for people; undefined when it was. Throws what is about something else. */
function notWritten(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const why = whyNotWritten(error);
    if (why === undefined) throw error;
    return why;
  }
}

/** The history as the page draws it, with what was broken by the event that it goes up to. */
function drawnHistory(
  { schedule }: Capsule,
  { result, drawn, until }: Readonly<{ result: Digested; drawn: Window; until: number }>,
): DrawnHistory {
  const broken = result.broken
    .filter(({ event }) => event <= until)
    .map((one) => ({ ...one, verdict: "broken" as const, invariants: [], at: 0 }));
  return {
    heading: headingOf(schedule),
    events: drawn.events,
    began: drawn.began ?? 0,
    broken,
    until: Number.isFinite(until) ? until : undefined,
  };
}

type Place = Readonly<{ path: string; name: string }>;

/**
 * Writes the run as a scenario and gives what no sentence says. Throws a Failure "usage" when no sentences can tell of it, or there is no
 * such folder.
 */
function written(capsule: Capsule, { path, name }: Place, how?: HowToSay): readonly string[] {
  try {
    const { text, unsaid } = scenarioOf(capsule, how);
    writeFileSync(path, text);
    return [...new Set(unsaid)];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("usage", `no scenario can be written to ${name}: ${why}`, { cause });
  }
}

type Trial = Place &
  Pick<Around, "runner" | "signal"> &
  Readonly<{ repairs: readonly Action[]; isBroken: boolean; folder: string }>;

/**
 * Writes the run as a scenario, plays it, and says in it and in lines for people whether it breaks the rule as the run does. What the operator did and looked at
 * after the actions is said only where the rule does not break without.
 */
async function tried(capsule: Capsule, { repairs, isBroken, folder, ...around }: Trial): Promise<readonly string[]> {
  const { path, name, runner, signal } = around;
  const report = join(folder, "scenario");
  makeFolder(report);
  const { playWritten } = await import("#harness/cli/play-written.ts");
  const { checker } = capsule.broken;
  let lines: readonly string[] = [];
  let instead = "";
  for (const how of [{}, { repairs }, { repairs, looks: true }] satisfies readonly HowToSay[]) {
    lines = [`scenario: ${name}`, ...written(capsule, around, how).map((what) => `no sentence says: ${what}`)];
    const played = await playWritten({ path, checker, seed: capsule.schedule.seed, runner, report, signal });
    if ("breaksWith" in played) {
      const words = `rehearse ${name} --stage simulated --seed ${played.breaksWith}`;
      const remark = `On the simulated stage the scenario breaks it with the seed ${played.breaksWith}.`;
      written(capsule, around, { ...how, remark });
      return [...lines, `the scenario breaks the rule: understudy ${words}`];
    }
    instead = played.instead;
    // A run that holds leads to no scenario that breaks.
    if (!isBroken) return [...lines, `the scenario does not break the rule, as the run does not: ${instead}`];
  }
  const remark = `On the simulated stage the scenario does not break it: ${instead}.`;
  written(capsule, around, { repairs, looks: true, remark });
  return [...lines, `the scenario does not break the rule, though the run does: ${instead}`];
}

function read(path: string, name: string): Capsule {
  try {
    return readCapsule(readFileSync(path, "utf8"));
  } catch (cause) {
    const why =
      cause instanceof CapsuleMistake
        ? cause.message
        : (cause as NodeJS.ErrnoException).code === "ENOENT"
          ? "there is no such file"
          : String(cause);
    throw new Failure("usage", `${name} is no capsule that can be played: ${why}`, { cause });
  }
}
