import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";
import { quickGroups } from "./quick-groups.ts";
import { definitionsOf, type Expression } from "./step-definitions.ts";

type Match = ReturnType<Expression["match"]>;

/** Members of cucumber's expressions that its types do not declare. */
type ParsedExpression = Readonly<{
  ast: Readonly<{ nodes: readonly Readonly<{ type: string; text(): string }>[] }>;
}>;

/**
 * Speeds up the matching of sentences with step definitions, which took longer than the scenarios. Each sentence is
 * matched once, and a pattern is compiled only if the sentence contains its literal words. A library with an unexpected
 * structure is not changed.
 */
export function quickMatching(library: ISupportCodeLibrary): void {
  quickGroups(library);
  const quick = definitionsOf(library);
  const found = new Map<string, ReadonlyMap<Expression, Match>>();
  const matches = quick.map(({ expression }) => ({
    expression,
    words: longestWords(expression),
    match: expression.match.bind(expression),
  }));
  const matchesOf = (text: string): ReadonlyMap<Expression, Match> => {
    const own = matches.filter(({ expression, words }) => text.includes(words) && expression.regexp.test(text));
    return new Map(own.map(({ expression, match }) => [expression, match(text)]));
  };
  // Cucumber matches one sentence with all definitions before the next sentence.
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

/** Returns the longest text that every matching sentence contains, or "" if that is unknown. */
function longestWords(expression: Expression): string {
  if (!isParsed(expression)) return "";
  let words = "";
  let run = "";
  for (const node of expression.ast.nodes) {
    run = node.type === "TEXT_NODE" ? run + node.text() : "";
    if (run.length > words.length) words = run;
  }
  return words;
}

function isParsed(expression: object): expression is ParsedExpression {
  if (!("ast" in expression)) return false;
  const { ast } = expression;
  return typeof ast === "object" && ast !== null && "nodes" in ast && Array.isArray(ast.nodes);
}
