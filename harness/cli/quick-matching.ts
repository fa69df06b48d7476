import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";

type Match = readonly unknown[] | null;

/** What a step definition knows its sentences by. */
type Expression = { readonly regexp: RegExp; match(text: string): Match };

/** What cucumber's own expressions are made of, beyond what its types tell. */
type WholeExpression = Readonly<{
  ast: Readonly<{ nodes: readonly Readonly<{ type: string; text(): string }>[] }>;
  treeRegexp: {
    readonly regexp: RegExp;
    readonly groupBuilder: { build(match: RegExpExecArray, next: () => number): unknown };
    match(text: string): unknown;
  };
}>;

/**
 * Has step definitions say quickly which sentences are theirs. Every sentence is held against every definition, twice in a rehearsal, and
 * cucumber's expressions look for the places of groups with an emulation of what Node can do by itself: that took longer than playing.
 * A sentence that comes again is not looked at again, and a pattern is compiled only for a sentence that has the words which stand in it.
 * A library of another shape stays as it is.
 */
export function quickMatching(library: ISupportCodeLibrary): void {
  // Those that are global or sticky remember where they were.
  const quick = definitionsOf(library).filter(({ expression: { regexp } }) => !regexp.global && !regexp.sticky);
  const found = new Map<string, ReadonlyMap<Expression, Match>>();
  const matches = quick.map(({ expression }) => {
    if (isWhole(expression)) withOwnIndices(expression.treeRegexp);
    return { expression, words: longestWords(expression), match: expression.match.bind(expression) };
  });
  const matchesOf = (text: string): ReadonlyMap<Expression, Match> => {
    const own = matches.filter(({ expression, words }) => text.includes(words) && expression.regexp.test(text));
    return new Map(own.map(({ expression, match }) => [expression, match(text)]));
  };
  // One sentence is held against all definitions before the next one.
  let last: Readonly<{ text: string; known: ReadonlyMap<Expression, Match> }> | undefined;
  const knownOf = (text: string): ReadonlyMap<Expression, Match> => {
    if (last?.text === text) return last.known;
    const known = found.get(text) ?? matchesOf(text);
    found.set(text, known);
    last = { text, known };
    return known;
  };
  for (const { expression } of quick) expression.match = (text) => knownOf(text).get(expression) ?? null;
}

/** The longest text that stands in every sentence of an expression as it is; "" where that is not known. */
function longestWords(expression: Expression): string {
  if (!isWhole(expression)) return "";
  let words = "";
  let run = "";
  for (const node of expression.ast.nodes) {
    run = node.type === "TEXT_NODE" ? run + node.text() : "";
    if (run.length > words.length) words = run;
  }
  return words;
}

/** Has the places of groups told by Node. */
function withOwnIndices(tree: WholeExpression["treeRegexp"]): void {
  let indexed: RegExp | undefined;
  tree.match = (text) => {
    indexed ??= new RegExp(tree.regexp.source, `${tree.regexp.flags}d`);
    const match = indexed.exec(text);
    let group = 0;
    return match && tree.groupBuilder.build(match, () => group++);
  };
}

/** The types of cucumber do not tell what its library holds. */
function definitionsOf(library: object): readonly Readonly<{ expression: Expression }>[] {
  if (!("stepDefinitions" in library) || !Array.isArray(library.stepDefinitions)) return [];
  return library.stepDefinitions.filter(isDefinition);
}

function isDefinition(definition: unknown): definition is Readonly<{ expression: Expression }> {
  if (typeof definition !== "object" || definition === null || !("expression" in definition)) return false;
  const { expression } = definition;
  if (typeof expression !== "object" || expression === null) return false;
  return (
    "regexp" in expression &&
    expression.regexp instanceof RegExp &&
    "match" in expression &&
    typeof expression.match === "function"
  );
}

function isWhole(expression: object): expression is WholeExpression {
  if (!("ast" in expression && "treeRegexp" in expression)) return false;
  const { ast, treeRegexp } = expression;
  return (
    typeof ast === "object" &&
    ast !== null &&
    "nodes" in ast &&
    Array.isArray(ast.nodes) &&
    typeof treeRegexp === "object" &&
    treeRegexp !== null &&
    "groupBuilder" in treeRegexp
  );
}
