import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageRoot } from "#harness/program/package-root.ts";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { UsageError } from "../arguments.ts";
import { readExcuses } from "./excuses.ts";
import { instrument, mutatedFiles } from "./instrument.ts";
import { KeptResults } from "./kept-results.ts";
import { type Covered, type JudgedMutant, MutantPlayers } from "./play.ts";
import { mutationReport, scoreOf, writeReport } from "./report.ts";
import { drawn } from "./sample.ts";

/** Seed of the simulated stage, so that a mutant has the same outcome in each run. */
const stageSeed = 1;

type Options = Readonly<{
  /** Empty only with `--changed`. */
  files: readonly string[];
  count: number;
  seed: number;
  workers: number;
  /** Maximum number of scenarios that are played for a mutant. */
  most: number;
  report: string;
  /** Minimum percentage of caught mutants for exit code 0. */
  atLeast: number;
}>;

/**
 * Runs `npm run mutants -- --generated` with the options in `words`: plays generated mutants,
 * prints those of this run that no scenario notices, and writes a report. Resolves to the exit
 * code: 1 if fewer are caught than `--at-least` demands, 2 if the selected files have no mutants,
 * otherwise 0. Rejects with a {@link UsageError} if an option is invalid.
 */
export async function playGenerated(words: readonly string[]): Promise<number> {
  const options = parse(words);
  if (options.files.length === 0) {
    process.stdout.write("no changed file is one with generated mutants\n");
    return 0;
  }
  const all = mutatedFiles();
  const { mutants, sources } = await instrument(all);
  const chosen = drawn(
    mutants.filter(({ file }) => options.files.includes(file)),
    options,
  );
  if (chosen.length === 0) {
    process.stderr.write("mutants: no generated mutant is in these files\n");
    return 2;
  }
  process.stdout.write(`seed ${options.seed}: ${chosen.length} of ${mutants.length} generated mutants\n`);
  const kept = new KeptResults(options.report);
  const judged: JudgedMutant[] = [];
  const excuses = readExcuses();
  const known = (one: JudgedMutant) => {
    judged.push(one);
    // A mutant that survived only a part of its scenarios is played again.
    if (one.outcome !== "survived" || one.scenarios < options.most) kept.keep(one);
    if (one.outcome === "survived" || one.outcome === "not covered") process.stdout.write(`${lineOf(one)}\n`);
  };
  const left = chosen.filter((mutant) => {
    const result = kept.result(mutant);
    if (result) judged.push(result);
    return !result;
  });
  if (left.length > 0) {
    await using folder = await reapedFolder();
    await using players = await MutantPlayers.open({ sources }, { ...options, folder: folder.path, seed: stageSeed });
    let covered = kept.coverage(all);
    if (!covered) {
      covered = await coverage(players);
      kept.keepCoverage(all, covered);
    }
    await players.judge(left, covered, { most: options.most, known });
  }
  await writeReport(mutationReport(judged, excuses), options.report);
  const { caught, missed, excused, static: statics } = scoreOf(judged, excuses);
  const share = caught + missed === 0 ? 100 : (100 * caught) / (caught + missed);
  process.stdout.write(`report: ${join(options.report, "index.html")}\n`);
  process.stdout.write(`${statics} are executed only while modules are loaded, and are not judged\n`);
  process.stdout.write(`${caught} caught, ${missed} not noticed, ${excused} excused: ${share.toFixed(1)} %\n`);
  return share >= options.atLeast ? 0 : 1;
}

function coverage(players: MutantPlayers): Promise<Covered> {
  return players.cover(globSync("features/**/*.feature", { cwd: packageRoot }).toSorted());
}

function lineOf({ file, start, original, replacement, outcome, scenarios }: JudgedMutant): string {
  const short = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
  const what = outcome === "survived" ? `${scenarios} scenarios pass` : "no scenario executes it";
  return `${file}:${start.line + 1}: ${short(original)} -> ${short(replacement)}: ${what}`;
}

function parse(words: readonly string[]): Options {
  const { values } = parseWords(words);
  const all = mutatedFiles();
  const near = values.changed === undefined ? all : changedSince(values.changed).filter((file) => all.includes(file));
  const files = values.file === undefined ? near : near.filter((file) => file.includes(values.file ?? ""));
  if (values.file !== undefined && files.length === 0)
    throw new UsageError(`--file must be a part of the path of a file with generated mutants, not ${values.file}`);
  return {
    files,
    count: wholeNumber("--sample", values.sample, Number.MAX_SAFE_INTEGER),
    seed: wholeNumber("--seed", values.seed, 1),
    workers: wholeNumber("--workers", values.workers, 2),
    most: wholeNumber("--scenarios", values.scenarios, Number.MAX_SAFE_INTEGER),
    report: values.report,
    atLeast: wholeNumber("--at-least", values["at-least"], 0),
  };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        file: { type: "string" },
        changed: { type: "string" },
        sample: { type: "string" },
        seed: { type: "string" },
        workers: { type: "string" },
        scenarios: { type: "string" },
        "at-least": { type: "string" },
        report: { type: "string", default: "report/mutants" },
      },
    });
  } catch (cause) {
    const names =
      "--file F, --changed REF, --sample N, --seed S, --workers N, --scenarios N, --at-least PERCENT and --report FOLDER";
    throw new UsageError(`the options of --generated are ${names}`, { cause });
  }
}

function wholeNumber(name: string, text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${name} must be an integer from 1 to 999999999, not ${text}`);
  return Number(text);
}

function changedSince(reference: string): readonly string[] {
  try {
    const words = ["diff", "--name-only", "--end-of-options", reference, "--", "engine"];
    return execFileSync("git", words, { cwd: packageRoot, encoding: "utf8" }).split("\n");
  } catch (cause) {
    throw new UsageError(`--changed must name a commit, not ${reference}`, { cause });
  }
}
