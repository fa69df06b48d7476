import type { ISupportCodeLibrary } from "@cucumber/cucumber/api";

/** What a step definition knows its sentences by. */
type Expression = { readonly regexp: RegExp; match(text: string): readonly unknown[] | null };

/**
 * Has each step definition say quickly which sentences are not its own. Every sentence is held against every definition, twice in a
 * rehearsal, and cucumber's expressions look for the places of groups with an emulation of what Node can do by itself: that took longer
 * than playing. Sentences that come again are not looked at again. A library of another shape stays as it is.
 */
export function quickMatching(library: ISupportCodeLibrary): void {
  for (const { expression } of definitionsOf(library)) {
    const { regexp } = expression;
    // Such an expression remembers where it was.
    if (regexp.global || regexp.sticky) continue;
    const match = expression.match.bind(expression);
    const matches = new Map<string, readonly unknown[] | null>();
    expression.match = (text) => {
      if (!regexp.test(text)) return null;
      const known = matches.get(text);
      if (known !== undefined) return known;
      const found = match(text);
      matches.set(text, found);
      return found;
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
