import { join, resolve } from "node:path";
import type { Judgement } from "#harness/checkers/checker.ts";
import { rulesNote } from "#harness/checkers/judgements.ts";
import { Failure } from "#harness/cli/failure.ts";
import type { JudgeOptions } from "#harness/cli/judge-options.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { Unreadable } from "#harness/history/unreadable.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import { Collected } from "#harness/reports/page/lanes/collected.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { harmless } from "#harness/reports/terminal/output.ts";

const maxDrawnHeld = 10;

type TextSink = Readonly<{ write(text: string): unknown }>;

type Counts = Record<Judgement["verdict"], number>;

/**
 * Runs the checkers of this release on a file of histories. Resolves to the exit code: 0 if all rules held, 1 if a rule
 * is broken, 2 if a rule is undecided. If the file cannot be read to its end, checks the part before. Throws a Failure
 * if the file cannot be read completely or the page cannot be written, unless a rule is broken.
 */
export async function judge(
  { history, report }: JudgeOptions,
  { stdout, stderr, directory }: Readonly<{ stdout: TextSink; stderr: TextSink; directory: string }>,
): Promise<number> {
  const counts: Counts = { held: 0, broken: 0, undecided: 0 };
  const drawn: DrawnHistory[] = [];
  let current: Collected | undefined;
  const end = (): void => {
    if (!current) return;
    const judgements = current.end();
    const verdict = verdictOf(judgements);
    counts[verdict] += 1;
    for (const line of linesOf(current.heading.play, judgements)) stdout.write(`${harmless(line)}\n`);
    if (report !== undefined && (verdict === "broken" || drawn.length < maxDrawnHeld))
      drawn.push(current.drawn(judgements));
    current = undefined;
  };
  const trouble = await readHistory(resolve(directory, history), {
    begin(heading) {
      current = new Collected(heading);
    },
    take(event) {
      current?.take(event);
      if (event.type === "end") end();
    },
  }).then(
    () => undefined,
    (error: unknown) => failureOf(error, history),
  );
  // The readable part of a truncated history is judged.
  end();
  if (counts.broken > 0) stdout.write(`${rulesNote}\n`);
  stdout.write(`${counts.held} held, ${counts.broken} broken, ${counts.undecided} undecided\n`);
  const unwritten = report === undefined ? undefined : await writePage(report, { directory, drawn, stdout });
  const troubles = [trouble, unwritten].filter((one) => one !== undefined);
  if (counts.broken === 0) for (const one of troubles) throw one;
  for (const { message } of troubles) stderr.write(`understudy: ${message}\n`);
  if (counts.broken > 0) return 1;
  return counts.undecided > 0 ? 2 : 0;
}

type Page = Readonly<{ directory: string; drawn: readonly DrawnHistory[]; stdout: TextSink }>;

async function writePage(report: string, { directory, drawn, stdout }: Page): Promise<Failure | undefined> {
  try {
    const folder = resolve(directory, report);
    makeFolder(folder);
    writeOwnerOnly(join(folder, "index.html"), renderHistories(drawn));
    stdout.write(`report: ${join(report, "index.html")}\n`);
    return undefined;
  } catch (cause) {
    const why = whyNotWritten(cause);
    if (why === undefined) throw cause;
    return new Failure("not judged", `the page in ${report} could not be written: ${why}`, { cause });
  }
}

function verdictOf(judgements: readonly Judgement[]): Judgement["verdict"] {
  const verdicts = new Set(judgements.map(({ verdict }) => verdict));
  return verdicts.has("broken") ? "broken" : verdicts.has("undecided") ? "undecided" : "held";
}

function linesOf(play: string, judgements: readonly Judgement[]): readonly string[] {
  return judgements.flatMap((one) => {
    if (one.verdict === "held") return [];
    const sign = one.verdict === "broken" ? "✘" : "?";
    return [
      `${sign} ${play} › ${one.checker}: ${one.sentence}${one.verdict === "broken" ? ` (event ${one.event})` : ""}`,
    ];
  });
}

function failureOf(error: unknown, history: string): Failure {
  if (error instanceof Unreadable) return new Failure("not judged", error.message, { cause: error });
  if (error instanceof Error && "code" in error && error.code === "ENOENT")
    return new Failure("usage", `there is no file ${history}`, { cause: error });
  if (error instanceof Error && "code" in error && error.code === "EISDIR")
    return new Failure("usage", `${history} is a folder; a history is a file, such as history.ndjson in it`, {
      cause: error,
    });
  throw error;
}
