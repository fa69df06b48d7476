import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";

type Match = readonly unknown[] | null;

/** How an expression finds the groups of a sentence, and where they stand. */
type Groups = {
  readonly regexp: RegExp;
  readonly groupBuilder: { build(match: RegExpExecArray, nextIndex: () => number): unknown };
  match(text: string): unknown;
};

/** What a step definition knows its sentences by. */
type Expression = { readonly regexp: RegExp; match(text: string): Match };

/**
 * Has step definitions say quickly which sentences are theirs. Every sentence is held against every definition, twice in a rehearsal, and
 * cucumber's expressions look for the places of groups with an emulation of what Node can do by itself: that took longer than playing.
 * A sentence that comes again is not looked at again. A library of another shape stays as it is.
 */
export function quickMatching(library: ISupportCodeLibrary): void {
  // Those that are global or sticky remember where they were.
  const quick = definitionsOf(library).filter(({ expression: { regexp } }) => !regexp.global && !regexp.sticky);
  for (const { expression } of quick) if (hasGroups(expression)) findGroups(expression.treeRegexp);
  const found = new Map<string, ReadonlyMap<Expression, Match>>();
  const matches = quick.map(({ expression }) => {
    const { regexp } = expression;
    return { expression, regexp, match: expression.match.bind(expression) };
  });
  const matchesOf = (text: string): ReadonlyMap<Expression, Match> => {
    const own = matches.filter(({ regexp }) => regexp.test(text));
    return new Map(own.map(({ expression, match }) => [expression, match(text)]));
  };
  // All definitions are asked for one sentence before the next.
  let last: Readonly<{ text: string; known: ReadonlyMap<Expression, Match> }> | undefined;
  const lookUp = (text: string) => {
    const known = found.get(text) ?? matchesOf(text);
    found.set(text, known);
    last = { text, known };
    return last;
  };
  for (const { expression } of quick) {
    expression.match = (text) => (last?.text === text ? last : lookUp(text)).known.get(expression) ?? null;
  }
}

/** Has groups found by Node, in place of an emulation that parses every expression first. */
function findGroups(groups: Groups): void {
  const { regexp, groupBuilder } = groups;
  const indexed = new RegExp(regexp.source, regexp.hasIndices ? regexp.flags : `${regexp.flags}d`);
  groups.match = (text) => {
    const match = indexed.exec(text);
    let index = 0;
    return match && groupBuilder.build(match, () => index++);
  };
}

function hasGroups(expression: Expression): expression is Expression & { readonly treeRegexp: Groups } {
  if (!("treeRegexp" in expression) || typeof expression.treeRegexp !== "object") return false;
  return expression.treeRegexp !== null && "groupBuilder" in expression.treeRegexp;
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
