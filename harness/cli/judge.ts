import { join, resolve } from "node:path";
import type { Judgement } from "#harness/checkers/checker.ts";
import { Failure } from "#harness/cli/failure.ts";
import type { JudgeOptions } from "#harness/cli/judge-options.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { Unreadable } from "#harness/history/unreadable.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { writeOwnerOnly } from "#harness/reports/owner-only.ts";
import { renderHistories } from "#harness/reports/page/histories.ts";
import { Collected } from "#harness/reports/page/lanes/collected.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { harmless } from "#harness/reports/terminal/output.ts";

/** Of more histories than this only the broken ones are drawn. */
const maxHeldDrawn = 10;

/** Where lines are told. */
type Told = Readonly<{ write(text: string): unknown }>;

type Counts = Record<Judgement["verdict"], number>;

/**
 * Has the checkers of this release judge a file of histories. Resolves to the exit code: 0 when all rules held, 1 when one is broken, 2 when
 * one is undecided. What was learnt before a file turns out to be unreadable is told before that is; then a Failure "not judged" is thrown, unless
 * something is broken already.
 */
export async function judge(
  { history, report }: JudgeOptions,
  { stdout, stderr, directory }: Readonly<{ stdout: Told; stderr: Told; directory: string }>,
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
    if (report !== undefined && (verdict === "broken" || drawn.length < maxHeldDrawn))
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
    (error: unknown) => troubleOf(error, history),
  );
  // What came before a cut is judged as far as it goes.
  end();
  stdout.write(`${counts.held} held, ${counts.broken} broken, ${counts.undecided} undecided\n`);
  const unwritten = report === undefined ? undefined : await written(report, { directory, drawn, stdout });
  const troubles = [trouble, unwritten].filter((one) => one !== undefined);
  if (counts.broken === 0) for (const one of troubles) throw one;
  for (const { message } of troubles) stderr.write(`understudy: ${message}\n`);
  if (counts.broken > 0) return 1;
  return counts.undecided > 0 ? 2 : 0;
}

type Page = Readonly<{ directory: string; drawn: readonly DrawnHistory[]; stdout: Told }>;

/** Writes the page into the folder `report`. Resolves to why it could not, where the disk or the folder is to blame. */
async function written(report: string, { directory, drawn, stdout }: Page): Promise<Failure | undefined> {
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

function troubleOf(error: unknown, history: string): Failure {
  if (error instanceof Unreadable) return new Failure("not judged", error.message, { cause: error });
  if (error instanceof Error && "code" in error && error.code === "ENOENT")
    return new Failure("usage", `there is no file ${history}`, { cause: error });
  if (error instanceof Error && "code" in error && error.code === "EISDIR")
    return new Failure("usage", `${history} is a folder; a history is a file, such as history.ndjson in it`, {
      cause: error,
    });
  throw error;
}
