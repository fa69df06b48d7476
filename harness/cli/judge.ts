import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Judgement } from "#harness/checkers/checker.ts";
import { Failure } from "#harness/cli/failure.ts";
import type { JudgeOptions } from "#harness/cli/judge-options.ts";
import { readHistory } from "#harness/history/read-history.ts";
import { Unreadable } from "#harness/history/unreadable.ts";
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
  if (report !== undefined) {
    const folder = resolve(directory, report);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "index.html"), renderHistories(drawn));
    stdout.write(`report: ${join(report, "index.html")}\n`);
  }
  stdout.write(`${counts.held} held, ${counts.broken} broken, ${counts.undecided} undecided\n`);
  if (trouble && counts.broken === 0) throw trouble;
  if (trouble) stderr.write(`understudy: ${trouble.message}\n`);
  if (counts.broken > 0) return 1;
  return counts.undecided > 0 ? 2 : 0;
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
  throw error;
}
