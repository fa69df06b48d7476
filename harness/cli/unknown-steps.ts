import type { Envelope, Pickle } from "@cucumber/messages";
import { nearestSentence } from "#harness/cli/nearest-sentence.ts";
import { renamedSentences, stepsFor } from "#harness/cli/renamed-sentences.ts";
import { UnknownClusters } from "#harness/cli/unknown-clusters.ts";

const maxCompared = 1_000;
const maxPrinted = 200;

type Sentence = Readonly<{ id: string; file: string; text: string; astNodeIds: readonly string[] }>;

export type UnknownStepsReport = Readonly<{ faults: readonly string[]; snippets: readonly string[] }>;

/**
 * Collects from a dry run the sentences that no step matches, with the most similar step, and those that several steps
 * match.
 */
export class UnknownSteps {
  readonly #patterns: string[] = [];
  readonly #patternsById = new Map<string, string>();
  readonly #parameters = new Map<string, RegExp>();
  readonly #sentences = new Map<string, Sentence>();
  readonly #lines = new Map<string, number>();
  readonly #unknown = new Map<string, Sentence>();
  readonly #snippets = new Map<string, string>();
  readonly #ambiguous = new Set<string>();
  #clusters = "";
  #renamed: ReturnType<typeof renamedSentences> | undefined;

  take({ parameterType, stepDefinition, gherkinDocument, pickle, testCase, suggestion }: Envelope): void {
    if (parameterType?.name === "cluster") this.#clusters = parameterType.regularExpressions.join("|");
    if (suggestion) this.#snippets.set(suggestion.pickleStepId, suggestion.snippets[0]?.code ?? "");
    if (parameterType)
      this.#parameters.set(
        parameterType.name,
        new RegExp(`(?<!\\w)(?:${parameterType.regularExpressions.join("|")})(?!\\w)`, "g"),
      );
    if (stepDefinition?.pattern.type === "CUCUMBER_EXPRESSION") this.#patterns.push(stepDefinition.pattern.source);
    if (stepDefinition) this.#patternsById.set(stepDefinition.id, stepDefinition.pattern.source);
    if (gherkinDocument) this.#noteLines(gherkinDocument);
    if (pickle) this.#noteSentences(pickle);
    for (const { pickleStepId = "", stepDefinitionIds } of testCase?.testSteps ?? []) {
      const sentence = this.#sentences.get(pickleStepId);
      if (sentence && stepDefinitionIds?.length === 0)
        this.#unknown.set(`${this.#locationOf(sentence)}: ${sentence.text}`, sentence);
      if (sentence && stepDefinitionIds && stepDefinitionIds.length > 1) {
        const steps = stepDefinitionIds.map((id) => this.#patternsById.get(id));
        this.#ambiguous.add(
          `${this.#locationOf(sentence)}: several steps match ${JSON.stringify(sentence.text)}: ${steps.join("; ")}`,
        );
      }
    }
  }

  report(library: object): UnknownStepsReport {
    const ambiguous = [...this.#ambiguous];
    if (this.#unknown.size === 0) return { faults: ambiguous, snippets: [] };
    const clusters = new UnknownClusters(library, this.#clusters);
    const faults = new Set<string>();
    // The rows of an outline have the same location. One of their sentences is enough.
    const unknown = new Map<string, Sentence>();
    for (const sentence of this.#unknown.values()) {
      const place = this.#locationOf(sentence);
      const names = sentence.text.length > maxCompared ? [] : clusters.in(sentence.text);
      for (const name of names) faults.add(`${place}: ${clusters.describe(name)}`);
      if (names.length > 0 || unknown.has(place)) continue;
      unknown.set(place, sentence);
      faults.add(`${place}: ${this.#unknownStep(sentence.text)}`);
    }
    const snippets = [...unknown.values()].flatMap(({ id, text }) =>
      text.length > maxCompared || this.#stepsFor(text)[0] !== text ? [] : (this.#snippets.get(id) ?? []),
    );
    return { faults: [...faults, ...ambiguous], snippets: [...new Set(snippets)] };
  }

  #unknownStep(text: string): string {
    if (text.length > maxCompared)
      return `there is no step ${JSON.stringify(text.slice(0, maxPrinted))}…; a sentence is compared with the steps if it has at most ${maxCompared} characters, not ${text.length}`;
    const steps = this.#stepsFor(text);
    if (steps[0] !== text)
      return `there is no step ${JSON.stringify(text)}, which an earlier release had; understudy update-steps replaces it by: ${steps.join("; ")}`;
    const near = nearestSentence(text, { patterns: this.#patterns, parameters: this.#parameters });
    return `there is no step ${JSON.stringify(text)}${near === undefined ? "" : `; did you mean: ${near}`}`;
  }

  #stepsFor(text: string): readonly string[] {
    this.#renamed ??= renamedSentences();
    return stepsFor(text, this.#renamed);
  }

  #noteSentences({ uri, steps }: Pickle): void {
    for (const { id, text, astNodeIds } of steps) this.#sentences.set(id, { id, file: uri, text, astNodeIds });
  }

  #noteLines(node: unknown): void {
    if (typeof node !== "object" || node === null) return;
    const { id, location } = node as { id?: unknown; location?: { line: number } };
    if (typeof id === "string" && location) this.#lines.set(id, location.line);
    for (const child of Object.values(node)) this.#noteLines(child);
  }

  #locationOf({ file, astNodeIds }: Sentence): string {
    return `${file}:${this.#lines.get(astNodeIds[0] ?? "") ?? 0}`;
  }
}
