import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Action } from "#harness/campaign/action.ts";
import { type Capsule, InvalidCapsule, readCapsule } from "#harness/campaign/capsule.ts";
import { headingOf } from "#harness/campaign/heading-of.ts";
import { type Digested, judgeDigested } from "#harness/campaign/judge-digested.ts";
import { type ScenarioOptions, scenarioOf } from "#harness/campaign/scenario-of.ts";
import { rulesNote } from "#harness/checkers/judgements.ts";
import { commitOfThis } from "#harness/cli/commit.ts";
import { Failure } from "#harness/cli/failure.ts";
import type { ReplayOptions } from "#harness/cli/replay-options.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import type { Event } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { Window } from "#harness/reports/page/lanes/window.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type ReplayContext = Readonly<{
  stdout: Output;
  directory: string;
  runner: Pick<Runner, "prepare">;
  signal: AbortSignal;
}>;

/**
 * Runs the capsule of a campaign again. Writes its history and a page, up to the event number `until`. Resolves to the
 * exit code: 1 if the rule is broken again; 2 if it held although the history is the same, or if the report is
 * incomplete; 0 if it held and the history differs.
 */
export async function replay(
  { capsule: file, until = Number.POSITIVE_INFINITY, scenario, report }: ReplayOptions,
  { stdout, directory, runner, signal }: ReplayContext,
): Promise<number> {
  const capsule = readCapsuleFile(resolve(directory, file), file);
  // A run without a scenario form, or an unwritable file, is reported before anything runs.
  if (scenario !== undefined) writeScenario(capsule, { path: resolve(directory, scenario), name: scenario });
  const folder = reportFolder(report, directory);
  makeFolder(folder);
  const path = join(folder, "history.ndjson");
  for (const line of differences(capsule)) stdout.write(`${line}\n`);
  const drawn = new Window(Math.min(until, capsule.broken.event));
  const { result, trouble } = await historyOf(path, { capsule, until, drawn });
  if (trouble === undefined) stdout.write(`history: ${path}\n`);
  const page = join(folder, "index.html");
  const pageTrouble = writeErrorOf(() =>
    writeOwnerOnly(page, renderHistories([drawnHistory(capsule, { result, drawn, until })])),
  );
  if (pageTrouble === undefined) stdout.write(`page: ${page}\n`);
  for (const why of new Set([trouble, pageTrouble]))
    if (why !== undefined) stdout.write(`the report in ${folder} is incomplete: ${why}\n`);
  const isSame = result.digest === capsule.digest;
  const still = result.broken.find((one) => one.checker === capsule.broken.checker);
  if (!isSame) stdout.write("the history differs from the one in the capsule\n");
  if (scenario !== undefined) {
    const to = { path: resolve(directory, scenario), name: scenario, repairs: result.repairs };
    for (const line of await tryScenario(capsule, { ...to, isBroken: still !== undefined, folder, runner, signal }))
      stdout.write(`${line}\n`);
  }
  if (still) stdout.write(`broken: ${still.checker}: ${still.sentence} (event ${still.event})\n${rulesNote}\n`);
  else stdout.write(`held: ${capsule.broken.checker}\n`);
  if (still) return 1;
  return isSame || trouble !== undefined || pageTrouble !== undefined ? 2 : 0;
}

function differences({ release, commit }: Capsule): readonly string[] {
  const [here, now] = [packageVersion(), commitOfThis()];
  if (release !== here) return [`the capsule is of release ${release}, this is ${here}: the run may differ`];
  if (commit === undefined || now === undefined || commit === now) return [];
  return [`the capsule is of commit ${commit}, this is ${now}: the run may differ`];
}

type HistoryOptions = Readonly<{ capsule: Capsule; until: number; drawn: Window }>;

async function historyOf(
  path: string,
  { capsule: { schedule }, until, drawn }: HistoryOptions,
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
  return { result, trouble: writeErrorOf(() => file[Symbol.dispose]()) };
}

function writeErrorOf(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    const why = whyNotWritten(error);
    if (why === undefined) throw error;
    return why;
  }
}

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

type ScenarioFile = Readonly<{ path: string; name: string }>;

function writeScenario(capsule: Capsule, { path, name }: ScenarioFile, detail?: ScenarioOptions): readonly string[] {
  try {
    const { text, unsaid } = scenarioOf(capsule, detail);
    writeFileSync(path, text);
    return [...new Set(unsaid)];
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("usage", `no scenario can be written to ${name}: ${why}`, { cause });
  }
}

type Trial = ScenarioFile &
  Pick<ReplayContext, "runner" | "signal"> &
  Readonly<{ repairs: readonly Action[]; isBroken: boolean; folder: string }>;

async function tryScenario(
  capsule: Capsule,
  { repairs, isBroken, folder, ...context }: Trial,
): Promise<readonly string[]> {
  const { path, name, runner, signal } = context;
  const report = join(folder, "scenario");
  makeFolder(report);
  const { playGenerated } = await import("#harness/cli/play-generated.ts");
  const { checker } = capsule.broken;
  let lines: readonly string[] = [];
  let instead = "";
  for (const detail of [{}, { repairs }, { repairs, looks: true }] satisfies readonly ScenarioOptions[]) {
    lines = [
      `scenario: ${name}`,
      ...writeScenario(capsule, context, detail).map((what) => `no sentence says: ${what}`),
    ];
    const played = await playGenerated({ path, checker, seed: capsule.schedule.seed, runner, report, signal });
    if ("breaksWith" in played) {
      const words = `rehearse ${name} --stage simulated --seed ${played.breaksWith}`;
      const remark = `On the simulated stage the scenario breaks it with the seed ${played.breaksWith}.`;
      writeScenario(capsule, context, { ...detail, remark });
      return [...lines, `the scenario breaks the rule: understudy ${words}`];
    }
    instead = played.instead;
    // If the run itself holds, no scenario of it can break the rule.
    if (!isBroken) return [...lines, `the scenario does not break the rule, as the run does not: ${instead}`];
  }
  const remark = `On the simulated stage the scenario does not break it: ${instead}.`;
  writeScenario(capsule, context, { repairs, looks: true, remark });
  return [...lines, `the scenario does not break the rule, though the run does: ${instead}`];
}

function readCapsuleFile(path: string, name: string): Capsule {
  try {
    return readCapsule(readFileSync(path, "utf8"));
  } catch (cause) {
    const why =
      cause instanceof InvalidCapsule
        ? cause.message
        : (cause as NodeJS.ErrnoException).code === "ENOENT"
          ? "there is no such file"
          : String(cause);
    throw new Failure("usage", `${name} is not a valid capsule: ${why}`, { cause });
  }
}
