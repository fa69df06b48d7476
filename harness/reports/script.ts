import type { Envelope, GherkinDocument, Pickle, PickleStep, Step } from "@cucumber/messages";
import { PickleStepType } from "@cucumber/messages";

export type WrittenScenario = Readonly<{
  id: string;
  feature: string;
  name: string;
  file: string;
  line: number;
  tags: readonly string[];
  steps: ReadonlyMap<string, WrittenStep>;
}>;

export type WrittenStep = Readonly<{
  keyword: string;
  text: string;
  line: number;
  argument?: readonly (readonly string[])[] | string;
  /** True if the step sets the scenario up: a Given, and an And or But after it. */
  isSetUp: boolean;
}>;

type StepSource = Readonly<{ keyword: string; line: number }>;

/** Collects the scenarios of the features from cucumber's messages. */
export class Script {
  readonly #features = new Map<string, string>();
  readonly #steps = new Map<string, StepSource>();
  readonly #scenarios = new Map<string, WrittenScenario>();
  readonly #names = new Map<string, number>();

  get scenarios(): readonly WrittenScenario[] {
    return [...this.#scenarios.values()];
  }

  scenario(id: string): WrittenScenario | undefined {
    return this.#scenarios.get(id);
  }

  take(envelope: Envelope): void {
    if (envelope.gherkinDocument) this.#read(envelope.gherkinDocument);
    if (envelope.pickle) this.#add(envelope.pickle);
  }

  #read(document: GherkinDocument): void {
    const feature = document.feature;
    if (!feature) return;
    this.#features.set(document.uri ?? "", feature.name);
    for (const { id, keyword, location } of stepsOf(feature.children)) {
      this.#steps.set(id, { keyword: keyword.trim(), line: location.line });
    }
  }

  #add(pickle: Pickle): void {
    const steps = pickle.steps.map((step) => [step.id, this.#step(step)] as const);
    this.#scenarios.set(pickle.id, {
      id: pickle.id,
      feature: this.#features.get(pickle.uri) ?? pickle.uri,
      name: this.#uniqueName(pickle),
      file: pickle.uri,
      line: pickle.location?.line ?? 0,
      tags: pickle.tags.map((tag) => tag.name),
      steps: new Map(steps),
    });
  }

  /** Appends a number to a repeated name, because examples of one outline often have the same name. */
  #uniqueName(pickle: Pickle): string {
    const key = `${pickle.uri}\0${pickle.name}`;
    const count = (this.#names.get(key) ?? 0) + 1;
    this.#names.set(key, count);
    return count === 1 ? pickle.name : `${pickle.name} (${count})`;
  }

  #step(step: PickleStep): WrittenStep {
    const source = this.#steps.get(step.astNodeIds[0] ?? "") ?? { keyword: "", line: 0 };
    const isSetUp = step.type === PickleStepType.CONTEXT;
    const { docString, dataTable } = step.argument ?? {};
    const argument = docString?.content ?? dataTable?.rows.map((row) => row.cells.map((cell) => cell.value));
    return { ...source, text: step.text, isSetUp, ...(argument === undefined ? {} : { argument }) };
  }
}

type Child = Readonly<{
  rule?: Readonly<{ children: readonly Child[] }>;
  background?: Readonly<{ steps: readonly Step[] }>;
  scenario?: Readonly<{ steps: readonly Step[] }>;
}>;

function stepsOf(children: readonly Child[]): readonly Step[] {
  return children.flatMap(({ rule, background, scenario }) => [
    ...(background?.steps ?? []),
    ...(scenario?.steps ?? []),
    ...(rule ? stepsOf(rule.children) : []),
  ]);
}
