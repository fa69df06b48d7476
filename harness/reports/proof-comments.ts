import type { GherkinDocument } from "@cucumber/messages";

/** A comment that consists of ids, such as `# DB-CREDS-04, OWN-DBLEASE-04`. The step below it proves them. */
export type ProofComment = Readonly<{ file: string; line: number; ids: readonly string[] }>;

const id = String.raw`(?:CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d+`;
const onlyIds = new RegExp(String.raw`^\s*#\s*${id}(?:[\s,]+${id})*\s*$`);

/** Returns the proof comments of a feature. Comments with other text are ignored. */
export function proofsIn({ uri = "", comments }: GherkinDocument): readonly ProofComment[] {
  return comments
    .filter(({ text }) => onlyIds.test(text))
    .map(({ text, location }) => ({ file: uri, line: location.line, ids: text.match(new RegExp(id, "g")) ?? [] }));
}

type Scope = Readonly<{ tags: readonly Readonly<{ name: string }>[] }>;
type Child = Readonly<{
  rule?: Scope & Readonly<{ children: readonly Child[] }>;
  scenario?: Scope &
    Readonly<{ steps: readonly Readonly<{ location: { line: number } }>[]; examples: readonly Scope[] }>;
}>;

/** Returns a message for each proof comment that is above no step of a scenario, or that names an id without a tag. */
export function strayProofs(document: GherkinDocument): readonly string[] {
  const { feature } = document;
  if (!feature) return [];
  const known = tagsByStep(feature.children, tagNames(feature));
  return proofsIn(document).flatMap(({ file, line, ids }) => {
    const tags = known.get(line + 1);
    if (!tags) return [`${file}:${line}: the comment is not above a step of a scenario`];
    const strange = ids.find((one) => !tags.has(`@${one}`));
    return strange ? [`${file}:${line}: the comment names ${strange}, but the scenario has no tag for it`] : [];
  });
}

function tagsByStep(children: readonly Child[], above: readonly string[]): ReadonlyMap<number, ReadonlySet<string>> {
  return new Map(
    children.flatMap(({ rule, scenario }): (readonly [number, ReadonlySet<string>])[] => {
      if (rule) return [...tagsByStep(rule.children, [...above, ...tagNames(rule)])];
      if (!scenario) return [];
      const tags = new Set([...above, ...tagNames(scenario), ...scenario.examples.flatMap(tagNames)]);
      return scenario.steps.map(({ location }) => [location.line, tags] as const);
    }),
  );
}

function tagNames({ tags }: Scope): readonly string[] {
  return tags.map(({ name }) => name);
}
