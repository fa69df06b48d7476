import { runCucumberWith } from "#harness/cli/cucumber-run.ts";
import { locatedTags } from "#harness/reports/located-tags.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { unknownRequirementTags } from "#harness/reports/unknown-tags.ts";

/** What can be said of features without playing them. */
export type Survey = Readonly<{
  /** How many scenarios were chosen. */
  scenarios: number;
  /** What is wrong with the files, one line each, with file and line. */
  faults: readonly string[];
}>;

/** Reads features: whether they can be parsed, whether their tags mean something, and how many scenarios are chosen. */
export async function survey(paths: readonly string[], tags: string): Promise<Survey> {
  const requirements = readRequirements();
  const faults: string[] = [];
  let scenarios = 0;
  await runCucumberWith({
    paths,
    tags,
    steps: [],
    dryRun: true,
    onEnvelope({ testCase, parseError, gherkinDocument }) {
      if (testCase) scenarios += 1;
      if (parseError)
        faults.push(
          `${parseError.source.uri}:${parseError.source.location?.line ?? 0}: ${firstLine(parseError.message)}`,
        );
      if (gherkinDocument) faults.push(...unknownRequirementTags(locatedTags(gherkinDocument), requirements));
    },
  });
  return { scenarios, faults };
}

function firstLine(message: string): string {
  return message.replace(/^\(\d+:\d+\): /, "").split("\n")[0] ?? "";
}
