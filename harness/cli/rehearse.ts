import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Failure } from "#harness/cli/failure.ts";
import { featurePaths } from "#harness/cli/feature-paths.ts";
import { interruptedExitCode } from "#harness/cli/interruption.ts";
import { packageRoot, packageVersion } from "#harness/cli/package-root.ts";
import { type RehearseOptions, replayWords } from "#harness/cli/rehearse-options.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { lockReports } from "#harness/cli/report-lock.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import type { Runner, Scenery } from "#harness/cli/runner.ts";
import { started } from "#harness/cli/started.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { type Survey, survey } from "#harness/cli/survey.ts";
import { tagsMeant } from "#harness/cli/tags-meant.ts";
import { workersFor } from "#harness/cli/workers.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { type Expectations, expectationsOf } from "#harness/reports/expectations.ts";
import type { Performance } from "#harness/reports/performance.ts";
import { closingLines, countScenarios } from "#harness/reports/scenario-counts.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { failureList } from "#harness/reports/terminal/failure-list.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";
import { progressOn } from "#harness/reports/terminal/progress-on.ts";
import { writeReports } from "#harness/reports/write-reports.ts";

/** The surroundings of a rehearsal: its folder, its output and its theatre. */
export type Surroundings = Readonly<{
  runner: Pick<Runner, "prepare">;
  stdout: Output;
  signal: AbortSignal;
  /** Relative names of features and of the report are relative to it. */
  directory: string;
  /** Folder with the steps; the package's own by default. */
  steps?: string;
}>;

/**
 * Plays features and writes reports. Resolves to the exit code: 0 when all that was played held, 1 when something broke,
 * 130 when it was interrupted. Throws a Failure when it could not be judged; reports that can be written are written before.
 */
export async function rehearse(options: RehearseOptions, around: Surroundings): Promise<number> {
  const { stdout, directory, runner, signal } = around;
  const paths = featurePaths(options.features, { directory, packageRoot });
  const { scenarios, remarks, steps } = await check(paths, options, stepFiles(around.steps));
  const isLive = options.stage === "live";
  const workers = workersFor({ asked: options.workers, scenarios, cores: availableParallelism(), isLive });
  const report = reportFolder(options.report, directory);
  using _ = lockReports(report);
  const seed = options.stage === "simulated" ? `seed ${options.seed}\n` : "";
  stdout.write(seed + remarks.map((remark) => `note: ${remark}\n`).join(""));

  await using scenery = await started("what the scenarios need", () => runner.prepare({ ...options, workers }, report));
  const { tags } = options;
  const { worldParameters } = scenery;
  const played = async () => {
    using progress = progressOn(stdout);
    // Awaited here, or the progress would be taken away before it began.
    return await runFeatures({ paths, tags, steps, workers, worldParameters, report, progress, signal });
  };
  const performance = await played();
  const setting = settingOf({ ...options, workers }, scenery);
  const unwritten = await written(report, performance, setting);
  stdout.write(
    failureList(performance.scenarios, { setting, output: stdout })
      .map((line) => `${line}\n`)
      .join(""),
  );
  if (unwritten === undefined) stdout.write(`report: ${join(options.report, "index.html")}\n`);
  const expected = expectationsOf(performance.scenarios, setting.target?.expectedFailures ?? []);
  const [last = "", ...reasons] = closingLines(countScenarios(performance.scenarios)).toReversed();
  stdout.write(expected.lines.map((line) => `${harmless(line)}\n`).join(""));
  stdout.write(
    `${reasons
      .toReversed()
      .map((line) => `${harmless(line)}\n`)
      .join("")}${seed}${last}\n`,
  );
  if (unwritten !== undefined) throw notWritten(options.report, unwritten);
  return signal.aborted ? interruptedExitCode : verdictOn(performance, expected);
}

/** Writes reports. Resolves to why they are not all there, of what the disk is to blame for. */
async function written(report: string, performance: Performance, setting: Setting): Promise<string | undefined> {
  try {
    await writeReports(report, performance, setting);
    return performance.unwritten ?? undefined;
  } catch (error) {
    const why = whyNotWritten(error);
    if (why === undefined) throw error;
    return why;
  }
}

function notWritten(report: string, why: string): Failure {
  return new Failure("not judged", `the report in ${report} is not whole: ${why}`);
}

/**
 * What there is to play, a number of scenarios, what to remark on it, and the steps. Throws a Failure unless the features can be read, their
 * tags and sentences are known and there is a scenario.
 */
async function check(
  paths: readonly string[],
  { tags: wanted, features }: RehearseOptions,
  files: readonly string[],
): Promise<Pick<Survey, "scenarios" | "steps"> & Readonly<{ remarks: readonly string[] }>> {
  const { scenarios, faults, tags, steps } = await survey(paths, wanted, files);
  if (faults.length > 0) throw new Failure("usage", faults.join("\n"));
  const remarks = tagsMeant(wanted, tags);
  if (scenarios > 0) return { scenarios, remarks, steps };
  const where = features.length === 0 ? "" : ` in ${features.join(", ")}`;
  const what = wanted === "" ? `there is no scenario${where}` : `no scenario${where} matches ${JSON.stringify(wanted)}`;
  throw new Failure("usage", [what, ...remarks].join("\n"));
}

function verdictOn(performance: Performance, { met, unmet }: Expectations): number {
  const { passed, failed } = countScenarios(performance.scenarios);
  if (performance.crash !== null) throw new Failure("not judged", `the run itself failed: ${performance.crash}`);
  if (failed > met.size || unmet.length > 0) return 1;
  if (performance.lost !== null) throw new Failure("not judged", `not all could be judged: ${performance.lost}`);
  if (passed + failed === 0) throw new Failure("not judged", "no scenario was played");
  return 0;
}

function settingOf(options: RehearseOptions & { workers: number }, { database, cloud, target }: Scenery): Setting {
  const { stage, workers, features, tags } = options;
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
    replay: replayWords(options),
    ...(target ? { target } : {}),
  };
}
