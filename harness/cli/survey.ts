import { type LoadedSteps, runCucumberWith } from "#harness/cli/cucumber-run.ts";
import { nearest } from "#harness/cli/nearest.ts";
import { UnknownSteps } from "#harness/cli/unknown-steps.ts";
import { locatedTags } from "#harness/reports/located-tags.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { unknownRequirementTags } from "#harness/reports/unknown-tags.ts";

export type Survey = Readonly<{
  scenarios: number;
  faults: readonly string[];
  snippets: readonly string[];
  tags: ReadonlySet<string>;
  steps: LoadedSteps;
}>;

/** Checks features in a dry run: their syntax and tags and, with `files` of steps, their sentences. */
export async function survey(paths: readonly string[], tags: string, files: readonly string[] = []): Promise<Survey> {
  const rules = new Map([...readRequirements(), ...readOwnRules()]);
  const faults: string[] = [];
  const known = new Set<string>();
  let scenarios = 0;
  const unknown = new UnknownSteps();
  const { steps } = await runCucumberWith({
    paths,
    tags,
    steps: files,
    dryRun: true,
    onEnvelope(envelope) {
      const { testCase, parseError, gherkinDocument } = envelope;
      if (files.length > 0) unknown.take(envelope);
      if (testCase) scenarios += 1;
      if (parseError)
        faults.push(
          `${parseError.source.uri}:${parseError.source.location?.line ?? 0}: ${firstLine(parseError.message)}`,
        );
      if (!gherkinDocument) return;
      const located = locatedTags(gherkinDocument);
      for (const { name } of located) known.add(name);
      faults.push(...unknownRequirementTags(located, rules, nearest));
    },
  });
  const { faults: unknownSteps, snippets } = unknown.report(steps);
  return { scenarios, faults: [...faults, ...unknownSteps], snippets, tags: known, steps };
}

function firstLine(message: string): string {
  return message.replace(/^\(\d+:\d+\): /, "").split("\n")[0] ?? "";
}
