import type { Envelope, Pickle } from "@cucumber/messages";
import { nearestSentence } from "#harness/cli/nearest-sentence.ts";

type Sentence = Readonly<{ file: string; text: string; astNodeIds: readonly string[] }>;

/** Collects the sentences without a step from a dry run, each with the most similar step. */
export class UnknownSteps {
  readonly #patterns: string[] = [];
  readonly #parameters = new Map<string, RegExp>();
  readonly #sentences = new Map<string, Sentence>();
  readonly #lines = new Map<string, number>();
  readonly #unknown = new Map<string, Sentence>();

  take({ parameterType, stepDefinition, gherkinDocument, pickle, testCase }: Envelope): void {
    if (parameterType)
      this.#parameters.set(
        parameterType.name,
        new RegExp(`(?<!\\w)(?:${parameterType.regularExpressions.join("|")})(?!\\w)`, "g"),
      );
    if (stepDefinition?.pattern.type === "CUCUMBER_EXPRESSION") this.#patterns.push(stepDefinition.pattern.source);
    if (gherkinDocument) this.#noteLines(gherkinDocument);
    if (pickle) this.#noteSentences(pickle);
    for (const { pickleStepId = "", stepDefinitionIds } of testCase?.testSteps ?? []) {
      const sentence = this.#sentences.get(pickleStepId);
      if (sentence && stepDefinitionIds?.length === 0) this.#unknown.set(this.#locationOf(sentence), sentence);
    }
  }

  /** Returns one line for each sentence without a step, with file and line. */
  faults(): readonly string[] {
    return [...this.#unknown].map(([place, { text }]) => {
      const near = nearestSentence(text, { patterns: this.#patterns, parameters: this.#parameters });
      return `${place}: there is no step ${JSON.stringify(text)}${near === undefined ? "" : `; did you mean: ${near}`}`;
    });
  }

  #noteSentences({ uri, steps }: Pickle): void {
    for (const { id, text, astNodeIds } of steps) this.#sentences.set(id, { file: uri, text, astNodeIds });
  }

  /** Stores the lines of `node` and of all nodes in it that have ids. */
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
