import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";
import { featurePaths, importPaths } from "#harness/cli/feature-paths.ts";
import { interruptedExitCode } from "#harness/cli/interruption.ts";
import { type RehearseOptions, replayWords } from "#harness/cli/rehearse-options.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { lockReports } from "#harness/cli/report-lock.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import type { Runner, RunServices } from "#harness/cli/runner.ts";
import { selectedTags } from "#harness/cli/selected-tags.ts";
import { started } from "#harness/cli/started.ts";
import { filesOf } from "#harness/cli/step-definitions.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { suggestTags } from "#harness/cli/suggest-tags.ts";
import { type Survey, survey } from "#harness/cli/survey.ts";
import { workersFor } from "#harness/cli/workers.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { packageRoot, packageVersion } from "#harness/program/package-root.ts";
import type { Cause } from "#harness/reports/causes/causes.ts";
import { readCauses } from "#harness/reports/causes/read-causes.ts";
import { changed, type Expectations, expectationChanges, expectationsOf } from "#harness/reports/expectations.ts";
import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";
import { closingLines, countScenarios } from "#harness/reports/scenario-counts.ts";
import { type JudgedTarget, type Setting, selectionOptions } from "#harness/reports/setting.ts";
import { failureList } from "#harness/reports/terminal/failure-list.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";
import { progressOn } from "#harness/reports/terminal/progress-on.ts";
import { writeReports } from "#harness/reports/write-reports.ts";
import { readExpectations, writeExpectations } from "#harness/targets/expectation-file.ts";
import type { ExpectedFailure } from "#harness/targets/target.ts";

const maxSnippets = 10;

export type RehearsalContext = Readonly<{
  runner: Pick<Runner, "prepare">;
  stdout: Output;
  signal: AbortSignal;
  /**
   * Folder to which relative paths refer. Features that do not exist in this folder are searched for in the package.
   */
  directory: string;
  steps?: string;
}>;

/**
 * Runs features and writes reports; with `dryRun`, only checks the features. Resolves to the exit code: 130 if the run
 * was interrupted, 1 if a scenario failed unexpectedly or an expected failure did not occur, otherwise 0. Throws a
 * Failure if there is no verdict or a report cannot be written.
 */
export async function rehearse(options: RehearseOptions, context: RehearsalContext): Promise<number> {
  const { stdout, directory, runner, signal } = context;
  const paths = featurePaths(options.features, { directory, packageRoot });
  const imported = options.import === undefined ? [] : importPaths(options.import, directory);
  const tags = selectedTags(options);
  const { scenarios, hints, steps } = await check(paths, options, {
    selected: tags,
    files: stepFiles(context.steps),
    imported,
  });
  if (options.dryRun) {
    stdout.write(
      hints.map((hint) => `note: ${hint}\n`).join("") +
        `${scenarios} ${scenarios === 1 ? "scenario" : "scenarios"} checked: all sentences are known\n`,
    );
    return 0;
  }
  const isLive = options.stage === "live";
  const workers = workersFor({ requested: options.workers, scenarios, cores: availableParallelism(), isLive });
  const report = reportFolder(options.report, directory);
  using _ = lockReports(report);
  const seed = options.stage === "simulated" ? `seed ${options.seed}\n` : "";
  stdout.write(seed + hints.map((hint) => `note: ${hint}\n`).join(""));

  await using services = await started("the services that the scenarios need", () =>
    runner.prepare({ ...options, workers }, report),
  );
  if (options.stage === "remote" && options.updateExpectations && services.target?.expectations === undefined)
    throw new Failure("usage", "--update-expectations needs a target file with the field expectations");
  const { worldParameters } = services;
  const played = async () => {
    using progress = progressOn(stdout);
    // Awaited here, because the progress display would otherwise be disposed of before it begins.
    return await runFeatures({ paths, tags, steps, workers, worldParameters, report, progress, signal });
  };
  const performance = await played();
  const setting = settingOf({ ...options, workers }, services);
  const causes = readCauses(performance);
  const unwritten = await writeAll(report, performance, { setting, causes });
  stdout.write(
    failureList(causes, { setting, output: stdout })
      .map((line) => `${line}\n`)
      .join(""),
  );
  if (unwritten === undefined) stdout.write(`report: ${join(options.report, "index.html")}\n`);
  const expected = expectationsOf(performance.scenarios, setting.target?.expectedFailures ?? []);
  const [last = "", ...reasons] = closingLines(countScenarios(performance.scenarios), expected.met.size).toReversed();
  stdout.write(expected.lines.map((line) => `${harmless(line)}\n`).join(""));
  stdout.write(
    `${reasons
      .toReversed()
      .map((line) => `${harmless(line)}\n`)
      .join("")}${seed}${last}\n`,
  );
  if (unwritten !== undefined) throw unwrittenFailure(options.report, unwritten);
  if (signal.aborted) return interruptedExitCode;
  if (options.stage !== "remote" || !options.updateExpectations || !setting.target)
    return verdictOn(performance, expected, stdout);
  const applying = updateExpectations(performance.scenarios, { target: setting.target, stdout });
  return verdictOn(performance, expectationsOf(performance.scenarios, applying), stdout);
}

/**
 * Writes the failures of a run to the file of expectations of its target, and prints a line about it. Returns the expected
 * failures that apply to the target after that.
 */
function updateExpectations(
  scenarios: Performance["scenarios"],
  { target, stdout }: Readonly<{ target: JudgedTarget; stdout: Output }>,
): readonly ExpectedFailure[] {
  const { expectations = "", expectedFailures: applying, clusters } = target;
  const inFile = readExpectations(expectations);
  const changes = expectationChanges(scenarios, { inFile, applying, release: clusters[0]?.version ?? "" });
  writeExpectations(expectations, changed(inFile, changes));
  const { added, removed } = changes;
  stdout.write(`expectations: ${added.length} added, ${removed.length} removed in ${expectations}\n`);
  return changed(applying, changes);
}

async function writeAll(
  report: string,
  performance: Performance,
  { setting, causes }: Readonly<{ setting: Setting; causes: ReadonlyMap<PlayedScenario, Cause> }>,
): Promise<string | undefined> {
  try {
    await writeReports(report, performance, setting, causes);
    return performance.unwritten ?? undefined;
  } catch (error) {
    const why = whyNotWritten(error);
    if (why === undefined) throw error;
    return why;
  }
}

function unwrittenFailure(report: string, why: string): Failure {
  return new Failure("not judged", `the report in ${report} is incomplete: ${why}`);
}

async function check(
  paths: readonly string[],
  options: RehearseOptions,
  { selected, files, imported }: Readonly<Record<"files" | "imported", readonly string[]> & { selected: string }>,
): Promise<Pick<Survey, "scenarios" | "steps"> & Readonly<{ hints: readonly string[] }>> {
  const { features, tags: wanted } = options;
  const surveyed = survey(paths, selected, [...files, ...imported]);
  if (imported.length > 0) await surveyed.catch(failImport);
  const { scenarios, faults, snippets, tags, steps } = await surveyed;
  const own = new Set(imported.map((file) => resolve(file)));
  const isOurs = (file: string) => resolve(file).startsWith(packageRoot) && !own.has(resolve(file));
  if (imported.length > 0 && filesOf(steps).every(isOurs)) failImport(new Error("they define no step or hook"));
  if (faults.length > 0) throw new Failure("usage", faults.join("\n"), { attachment: definitions(snippets) });
  const hints = suggestTags(wanted, tags);
  if (scenarios > 0) return { scenarios, hints, steps };
  const where = features.length === 0 ? "" : ` in ${features.join(", ")}`;
  const chosen = [...(wanted === "" ? [] : [JSON.stringify(wanted)]), ...selectionOptions(options)].join(" and ");
  const what = chosen === "" ? `there is no scenario${where}` : `no scenario${where} matches ${chosen}`;
  throw new Failure("usage", [what, ...hints].join("\n"));
}

function failImport({ message }: Error): never {
  const reason = message.split("\n").find((line) => line.trim() !== "") ?? "";
  throw new Failure("usage", `--import: the step definitions cannot be used: ${reason.trim()}; ${importHint}`);
}

const importHint = "they must import Given, When and Then from understudy-harness/steps; see docs/own-steps.md";

function definitions(snippets: readonly string[]): string {
  if (snippets.length === 0) return "";
  const which =
    snippets.length > maxSnippets ? `the first ${maxSnippets} of ${snippets.length} missing` : "the missing";
  return [`To define ${which} steps:`, ...snippets.slice(0, maxSnippets)].join("\n\n");
}

function verdictOn(performance: Performance, { met, unmet }: Expectations, stdout: Output): number {
  const { passed, failed } = countScenarios(performance.scenarios);
  if (performance.crash !== null) throw new Failure("not judged", `the run itself failed: ${performance.crash}`);
  if (failed > met.size || unmet.length > 0) {
    if (performance.lost !== null) stdout.write(`${harmless(`not all could be judged: ${performance.lost}`)}\n`);
    return 1;
  }
  if (performance.lost !== null) throw new Failure("not judged", `not all could be judged: ${performance.lost}`);
  if (passed + failed === 0) throw new Failure("not judged", "no scenario was played");
  return 0;
}

function settingOf(options: RehearseOptions & { workers: number }, { database, cloud, target }: RunServices): Setting {
  const { stage, workers, features, tags, profiles, smoke } = options;
  const seed = options.stage === "simulated" ? options.seed : null;
  return {
    stage,
    seed,
    database,
    cloud,
    version: packageVersion(),
    workers,
    features,
    tags,
    ...{ profiles, smoke },
    replay: replayWords(options),
    ...(target ? { target } : {}),
  };
}
