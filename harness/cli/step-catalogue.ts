import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Envelope } from "@cucumber/messages";
import { runCucumberWith } from "#harness/cli/cucumber-run.ts";
import { featurePaths } from "#harness/cli/feature-paths.ts";
import { stepFiles } from "#harness/cli/step-files.ts";
import { packageRoot } from "#harness/program/package-root.ts";

export type Example = Readonly<{ text: string; feature: string; file: string }>;

/** A step definition, and at most two different sentences that match it, of two features if possible. */
export type Step = Readonly<{
  pattern: string;
  /** The comment directly above the definition, in one line; empty without a comment. */
  description: string;
  /** Path of the file relative to the root of the package. */
  file: string;
  /** Name of the file for people: "Drawn logins" for `scenarios/steps/drawn-logins.ts`. */
  group: string;
  examples: readonly Example[];
  /** Number of lines of features that use it. The rows of an outline are one line. */
  uses: number;
}>;

/** All step definitions, ordered by file and line, and the patterns of all parameter types. */
export type Catalogue = Readonly<{
  parameters: readonly Readonly<{ name: string; regexp: string }>[];
  steps: readonly Step[];
}>;

type Found = Step & Readonly<{ line: number }>;

/** Returns all step definitions of the package. With `examples`, reads all of its features in a dry run. */
export async function catalogue({ examples: wanted = true } = {}): Promise<Catalogue> {
  const envelopes: Envelope[] = [];
  await runCucumberWith({
    paths: wanted ? featurePaths([], { directory: packageRoot, packageRoot }) : [],
    tags: "",
    steps: stepFiles(),
    dryRun: true,
    onEnvelope: (envelope) => void envelopes.push(envelope),
  });
  const { examples, uses } = examplesIn(envelopes);
  const sources = new Map<string, string>();
  const sourceOf = (file: string) => {
    const source = sources.get(file) ?? readFileSync(resolve(packageRoot, file), "utf8");
    sources.set(file, source);
    return source;
  };
  const steps = envelopes.flatMap(({ stepDefinition }): Found[] => {
    if (!stepDefinition) return [];
    const { id, pattern, sourceReference } = stepDefinition;
    const file = pathInPackage(sourceReference.uri);
    const line = sourceReference.location?.line ?? 0;
    return [
      {
        pattern: pattern.source,
        description: commentAbove(sourceOf(file), line),
        file,
        line,
        group: groupOf(file),
        examples: examples.get(id) ?? [],
        uses: uses.get(id)?.size ?? 0,
      },
    ];
  });
  const parameters = envelopes.flatMap(({ parameterType }) =>
    parameterType ? [{ name: parameterType.name, regexp: parameterType.regularExpressions.join("|") }] : [],
  );
  return {
    parameters,
    steps: steps.toSorted((one, other) => one.file.localeCompare(other.file) || one.line - other.line),
  };
}

/** Returns the `//` comment that ends in the line before `line`, which counts from 1. */
function commentAbove(source: string, line: number): string {
  const before = source.split("\n").slice(0, Math.max(line - 1, 0));
  const first = before.findLastIndex((text) => !text.startsWith("// ")) + 1;
  return before
    .slice(first)
    .map((text) => text.slice("// ".length).trim())
    .join(" ");
}

type Uses = Readonly<{
  examples: ReadonlyMap<string, readonly Example[]>;
  uses: ReadonlyMap<string, ReadonlySet<string>>;
}>;

function examplesIn(envelopes: readonly Envelope[]): Uses {
  const features = new Map<string, string>();
  const sentences = new Map<string, Example & Readonly<{ line: string }>>();
  const examples = new Map<string, readonly Example[]>();
  const uses = new Map<string, Set<string>>();
  for (const { gherkinDocument, pickle, testCase } of envelopes) {
    if (gherkinDocument) features.set(gherkinDocument.uri ?? "", gherkinDocument.feature?.name ?? "");
    for (const { id, text, astNodeIds } of pickle?.steps ?? []) {
      const { uri = "" } = pickle ?? {};
      const [line = ""] = astNodeIds;
      sentences.set(id, { line, text, file: pathInPackage(uri), feature: features.get(uri) ?? "" });
    }
    for (const { pickleStepId = "", stepDefinitionIds = [] } of testCase?.testSteps ?? []) {
      const [id] = stepDefinitionIds;
      const sentence = sentences.get(pickleStepId);
      if (id === undefined || !sentence) continue;
      const { line, ...example } = sentence;
      examples.set(id, withExample(examples.get(id) ?? [], example));
      uses.set(id, (uses.get(id) ?? new Set()).add(line));
    }
  }
  return { examples, uses };
}

function withExample(examples: readonly Example[], next: Example): readonly Example[] {
  const [first, second] = examples;
  if (first === undefined) return [next];
  if (next.text === first.text || (second !== undefined && second.feature !== first.feature)) return examples;
  return second === undefined || next.feature !== first.feature ? [first, next] : examples;
}

function pathInPackage(uri = ""): string {
  return relative(packageRoot, resolve(uri)).replaceAll("\\", "/");
}

function groupOf(file: string): string {
  const words = file
    .replace(/^scenarios\/steps\//, "")
    .replace(/\.ts$/, "")
    .replaceAll("-", " ")
    .split("/");
  const text = words.join(": ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
