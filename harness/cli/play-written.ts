import { Failure } from "#harness/cli/failure.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { survey } from "#harness/cli/survey.ts";
import { brokenStep, type Performance } from "#harness/reports/performance.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";

/** What came of a scenario that was written of a run: the seed with which it breaks the rule, or what it does instead, for people. */
export type Played = Readonly<{ breaksWith: number } | { instead: string }>;

export type ToPlay = Readonly<{
  /** The feature file. */
  path: string;
  /** The name of the rule that it is to break. */
  checker: string;
  /** The first of the seeds with which it is played. */
  seed: number;
  runner: Pick<Runner, "prepare">;
  /** Folder for what the runner writes beside; it is there. */
  report: string;
  signal: AbortSignal;
}>;

/** With so many seeds a scenario is played before it is said that it does not break: how long messages are on their way is chance. */
const seeds = 3;

const silent: Progress = { playing() {}, ended() {}, [Symbol.dispose]() {} };

/** Plays a feature with one scenario on the simulated stage, with a few seeds, until it breaks the rule. Throws a Failure where it cannot be played. */
export async function playWritten({ path, checker, seed: first, runner, report, signal }: ToPlay): Promise<Played> {
  const { steps, faults } = await survey([path], "", stepFiles());
  if (faults.length > 0) throw new Failure("not judged", faults.join("\n"));
  let instead = "";
  for (let seed = first; seed < first + seeds && !signal.aborted; seed++) {
    const options = { stage: "simulated", seed, features: [path], tags: "", workers: 1, report } as const;
    await using scenery = await runner.prepare(options, report);
    const { worldParameters } = scenery;
    const played = await runFeatures({
      ...{ paths: [path], tags: "", steps, workers: 1, worldParameters, report, progress: silent, signal },
    });
    const breaks = played.scenarios.some((one) => one.steps.some(({ error }) => error?.includes(`${checker}: `)));
    if (breaks) return { breaksWith: seed };
    instead = instead || outcomeOf(played);
  }
  return { instead: `${instead} (seeds ${first} to ${first + seeds - 1})` };
}

function outcomeOf({ scenarios: [scenario], crash }: Performance): string {
  if (crash !== null) return `it cannot be played: ${crash}`;
  const step = scenario && brokenStep(scenario);
  if (!step) return "it passes";
  return `it fails at "${step.text}": ${step.error?.split("\n")[0] ?? step.verdict}`;
}
