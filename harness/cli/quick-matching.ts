import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";
import { quickGroups } from "./quick-groups.ts";
import { definitionsOf, type Expression } from "./step-definitions.ts";

type Match = ReturnType<Expression["match"]>;

/** What cucumber's own expressions are made of, beyond what its types tell. */
type ParsedExpression = Readonly<{
  ast: Readonly<{ nodes: readonly Readonly<{ type: string; text(): string }>[] }>;
}>;

/**
 * Has step definitions say quickly which sentences are theirs, and find their arguments as {@link quickGroups} does. Every sentence is held against
 * every definition, twice in a rehearsal: that took longer than playing. A sentence that comes again is not looked at again, and a pattern is
 * compiled only for a sentence that has the words which stand in it. A library of another shape stays as it is.
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
