import { Failure } from "#harness/cli/failure.ts";
import { runFeatures } from "#harness/cli/run-features.ts";
import type { Runner } from "#harness/cli/runner.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { survey } from "#harness/cli/survey.ts";
import { brokenStep, type Performance } from "#harness/reports/performance.ts";
import type { Progress } from "#harness/reports/terminal/progress.ts";

/** Result of a generated scenario: the seed with which it breaks the rule, or a description of another outcome. */
export type TrialResult = Readonly<{ breaksWith: number } | { instead: string }>;

export type TrialOptions = Readonly<{
  path: string;
  checker: string;
  seed: number;
  runner: Pick<Runner, "prepare">;
  report: string;
  signal: AbortSignal;
}>;

const seeds = 3;

const silent: Progress = { playing() {}, ended() {}, [Symbol.dispose]() {} };

/** Runs a feature with up to three seeds until it breaks the rule. Throws a Failure if the feature is invalid. */
export async function playGenerated({
  path,
  checker,
  seed: first,
  runner,
  report,
  signal,
}: TrialOptions): Promise<TrialResult> {
  const { steps, faults } = await survey([path], "", stepFiles());
  if (faults.length > 0) throw new Failure("not judged", faults.join("\n"));
  let instead = "";
  for (let seed = first; seed < first + seeds && !signal.aborted; seed++) {
    const options = { stage: "simulated", seed, features: [path], tags: "", workers: 1, report } as const;
    await using services = await runner.prepare(options, report);
    const { worldParameters } = services;
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
