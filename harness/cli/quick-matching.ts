import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";

type Match = readonly unknown[] | null;

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
  const found = new Map<string, ReadonlyMap<Expression, Match>>();
  const matches = quick.map(({ expression }) => [expression, expression.match.bind(expression)] as const);
  const matchesOf = (text: string): ReadonlyMap<Expression, Match> => {
    const own = matches.filter(([{ regexp }]) => regexp.test(text));
    return new Map(own.map(([expression, match]) => [expression, match(text)]));
  };
  for (const { expression } of quick) {
    expression.match = (text) => {
      const known = found.get(text) ?? matchesOf(text);
      found.set(text, known);
      return known.get(expression) ?? null;
    };
  }
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
