import { join, resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";
import { featurePaths, filesBelow } from "#harness/cli/feature-paths.ts";
import { interruptedExitCode } from "#harness/cli/interruption.ts";
import { packageRoot, packageVersion } from "#harness/cli/package-root.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import { started } from "#harness/cli/started.ts";
import { survey } from "#harness/cli/survey.ts";
import type { Scenery, Theatre } from "#harness/cli/theatre.ts";
import type { Performance } from "#harness/reports/performance.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { closingLines, tallyOf } from "#harness/reports/tally.ts";
import { harmless, type Output } from "#harness/reports/terminal/output.ts";
import { progressOn } from "#harness/reports/terminal/progress-on.ts";
import { writeReports } from "#harness/reports/write-reports.ts";

/** Where a rehearsal finds things and whom it tells. */
export type Surroundings = Readonly<{
  theatre: Pick<Theatre, "prepare">;
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
  const { stdout, directory, theatre, signal } = around;
  const paths = featurePaths(options.features, { directory, packageRoot });
  await check(paths, options.tags);
  const steps = filesBelow(around.steps ?? join(packageRoot, "scenarios"), ".ts");
  const report = resolve(directory, options.report);
  const seed = options.stage === "simulated" ? `seed ${options.seed}\n` : "";
  stdout.write(seed);

  await using scenery = await started("what the scenarios need", () => theatre.prepare(options, report));
  const { workers, tags } = options;
  const { worldParameters } = scenery;
  const played = async () => {
    using progress = progressOn(stdout);
    // Awaited here, or the progress would be taken away before it began.
    return await runFeatures({ paths, tags, steps, workers, worldParameters, report, progress, signal });
  };
  const performance = await played();
  await writeReports(report, performance, settingOf(options, scenery));
  stdout.write(`report: ${join(options.report, "index.html")}\n`);
  const [last = "", ...reasons] = closingLines(tallyOf(performance.scenarios)).toReversed();
  stdout.write(
    `${reasons
      .toReversed()
      .map((line) => `${harmless(line)}\n`)
      .join("")}${seed}${last}\n`,
  );
  return signal.aborted ? interruptedExitCode : verdictOn(performance);
}

/** Throws a Failure unless the features can be read, their tags are known and there is a scenario to play. */
async function check(paths: readonly string[], tags: string): Promise<void> {
  const { scenarios, faults } = await survey(paths, tags);
  if (faults.length > 0) throw new Failure("not judged", faults.join("\n"));
  if (scenarios === 0)
    throw new Failure("not judged", `no scenario matches${tags === "" ? "" : ` ${JSON.stringify(tags)}`}`);
}

function verdictOn(performance: Performance): number {
  const { passed, failed } = tallyOf(performance.scenarios);
  if (performance.crash !== null) throw new Failure("not judged", `the run itself failed: ${performance.crash}`);
  if (failed > 0) return 1;
  if (passed === 0) throw new Failure("not judged", "no scenario was played");
  return 0;
}

function settingOf(options: RehearseOptions, { database, cloud }: Scenery): Setting {
  const { stage, workers, features, tags } = options;
  const seed = options.stage === "simulated" ? options.seed : null;
  return { stage, seed, database, cloud, version: packageVersion(), workers, features, tags };
}
