type Expression = Readonly<{ regexp: RegExp }>;

export function definitionsOf(library: object): readonly Readonly<{ expression: Expression }>[] {
  if (!("stepDefinitions" in library) || !Array.isArray(library.stepDefinitions)) return [];
  return library.stepDefinitions.filter(isDefinition);
}

function isDefinition(definition: unknown): definition is Readonly<{ expression: Expression }> {
  if (typeof definition !== "object" || definition === null || !("expression" in definition)) return false;
  const { expression } = definition;
  if (typeof expression !== "object" || expression === null) return false;
  return "regexp" in expression && expression.regexp instanceof RegExp;
}

const definitions = ["stepDefinitions", "beforeTestCaseHookDefinitions", "afterTestCaseHookDefinitions"] as const;

export function filesOf(library: object): readonly string[] {
  const members = library as Readonly<Record<string, unknown>>;
  const found = definitions.flatMap((name) => (Array.isArray(members[name]) ? members[name] : []));
  return [...new Set(found.map(({ uri }: Readonly<{ uri: string }>) => uri))];
}
