import { editorSettings, filesOfUsers } from "#harness/cli/editor-settings.ts";
import { nearestSteps, searchSteps } from "#harness/cli/search-steps.ts";
import { type Catalogue, catalogue, type Step } from "#harness/cli/step-catalogue.ts";
import type { StepsOptions } from "#harness/cli/steps-options.ts";
import type { Output } from "#harness/reports/terminal/output.ts";

export type StepsContext = Readonly<{ stdout: Output; stderr: Output }>;

/**
 * Prints the settings of an editor, or the steps that contain all words or, without words, the groups of steps.
 * Resolves to the exit code: 0, or 1 if no step contains all words. In the latter case, prints the nearest steps to
 * stderr.
 */
export async function printSteps(
  { words, json, editor }: StepsOptions,
  { stdout, stderr }: StepsContext,
): Promise<number> {
  const print = (lines: readonly string[]) => void stdout.write(lines.map((line) => `${line}\n`).join(""));
  const known = await catalogue({ examples: words.length > 0 });
  if (editor) {
    stdout.write(editorSettings(known, filesOfUsers));
    return 0;
  }
  const { steps } = known;
  if (words.length === 0) {
    print(json ? groupsOf(steps).map(groupObject) : groupsOf(steps).map(groupLine));
    return 0;
  }
  const found = searchSteps(known, words);
  if (found.length === 0) {
    stderr.write(`understudy: ${noMatch(known, words).join("\n")}\n`);
    return 1;
  }
  print(
    json ? found.map(stepObject) : [...groupsOf(found).flatMap(groupText), `${found.length} of ${steps.length} steps`],
  );
  return 0;
}

type Group = Readonly<{ group: string; file: string; steps: readonly Step[] }>;

function groupsOf(steps: readonly Step[]): readonly Group[] {
  return Array.from(
    Map.groupBy(steps, ({ file }) => file),
    ([file, own]) => ({ group: own[0]?.group ?? "", file, steps: own }),
  );
}

function groupLine({ group, steps }: Group): string {
  return `${String(steps.length).padStart(5)}  ${group}`;
}

function groupObject({ group, file, steps }: Group): string {
  return JSON.stringify({ group, file, sentences: steps.length });
}

function groupText({ group, file, steps }: Group): readonly string[] {
  return [`${group} (${file})`, ...steps.flatMap(stepText), ""];
}

function stepText({ pattern, description, examples }: Step): readonly string[] {
  const described = description === "" ? [] : [`      ${description}`];
  return [`  ${pattern}`, ...described, ...examples.slice(0, 1).map(({ text, file }) => `      ${text} (${file})`)];
}

function stepObject({ group, file, pattern, description, examples: [example] }: Step): string {
  return JSON.stringify({
    group,
    sentence: pattern,
    description,
    file,
    example: example ? { text: example.text, feature: example.feature, file: example.file } : null,
  });
}

function noMatch(known: Catalogue, words: readonly string[]): readonly string[] {
  const near = nearestSteps(known, words);
  const what = `no step contains ${words.map((word) => JSON.stringify(word)).join(" and ")}`;
  return near.length === 0 ? [what] : [`${what}; the nearest:`, ...near.flatMap(stepText)];
}
