import { nearest } from "#harness/cli/nearest.ts";

/** Returns the distinct tags of a tag expression. */
function tagsIn(expression: string): readonly string[] {
  return [...new Set(expression.match(/@[^\s()]+/g) ?? [])];
}

/** Returns a suggestion for each unknown tag of `expression` that resembles a known one. */
export function suggestTags(expression: string, known: ReadonlySet<string>): readonly string[] {
  return tagsIn(expression)
    .filter((tag) => !known.has(tag))
    .flatMap((tag) => {
      const near = nearest(tag, [...known]);
      return near === undefined ? [] : [`no scenario has ${tag}; did you mean ${near}?`];
    });
}
