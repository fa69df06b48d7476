import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Capsule, CapsuleMistake, readCapsule } from "#harness/campaign/capsule.ts";
import { headingOf } from "#harness/campaign/heading-of.ts";
import { type Digested, judgeDigested } from "#harness/campaign/judge-digested.ts";
import { scenarioOf } from "#harness/campaign/scenario-of.ts";
import { commitOfThis } from "#harness/cli/commit.ts";
import { Failure } from "#harness/cli/failure.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import type { ReplayOptions } from "#harness/cli/replay-options.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import type { Event } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { whyNotWritten } from "#harness/reports/no-room.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { Window } from "#harness/reports/page/lanes/window.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

/**
 * Plays a capsule again, writes its history and a page that draws it to the report, up to the event that was asked for, and says whether it went as it did. Resolves to
 * the exit code: 1 when the rule is still broken, 0 when it held, 2 when the history is another though the release is the same.
 */
export async function replay(
  { capsule: file, until = Number.POSITIVE_INFINITY, scenario, report }: ReplayOptions,
  { stdout, directory }: Readonly<{ stdout: Output; directory: string }>,
): Promise<number> {
  const capsule = read(resolve(directory, file), file);
  if (scenario !== undefined) say(capsule, { path: resolve(directory, scenario), name: scenario, stdout });
  const folder = reportFolder(report, directory);
  makeFolder(folder);
  const path = join(folder, "history.ndjson");
  for (const line of differences(capsule)) stdout.write(`${line}\n`);
  const drawn = new Window(Math.min(until, capsule.broken.event));
  const { result, trouble } = await written(path, { capsule, until, drawn });
  if (trouble === undefined) stdout.write(`history: ${path}\n`);
  const page = join(folder, "index.html");
  const pageTrouble = notWritten(() =>
    writeFileSync(page, renderHistories([drawnHistory(capsule, { result, drawn, until })])),
  );
  if (pageTrouble === undefined) stdout.write(`page: ${page}\n`);
  for (const why of new Set([trouble, pageTrouble]))
    if (why !== undefined) stdout.write(`the report in ${folder} is not whole: ${why}\n`);
  const isSame = result.digest === capsule.digest;
  const still = result.broken.find((one) => one.checker === capsule.broken.checker);
  if (!isSame) stdout.write("the history is not the one that the capsule was made of\n");
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

type Written = Readonly<{ capsule: Capsule; until: number; drawn: Window }>;

/** What came of the run, and why its history could not be written where that is so: the run goes on without. */
async function written(
  path: string,
  { capsule: { schedule }, until, drawn }: Written,
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

/** Writes the run as a scenario. Throws a Failure "usage" when no sentences can tell of it, or there is no such folder. */
function say(capsule: Capsule, { path, name, stdout }: Readonly<{ path: string; name: string; stdout: Output }>): void {
  try {
    const { text, unsaid } = scenarioOf(capsule);
    writeFileSync(path, text);
    stdout.write(`scenario: ${name}\n`);
    for (const what of new Set(unsaid)) stdout.write(`no sentence says: ${what}\n`);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Failure("usage", `no scenario can be written to ${name}: ${why}`, { cause });
  }
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
