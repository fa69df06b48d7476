import { nearest } from "#harness/cli/nearest.ts";

function tagsIn(expression: string): readonly string[] {
  return [...new Set(expression.match(/@[^\s()]+/g) ?? [])];
}

export function suggestTags(expression: string, known: ReadonlySet<string>): readonly string[] {
  return tagsIn(expression)
    .filter((tag) => !known.has(tag))
    .flatMap((tag) => {
      const near = nearest(tag, [...known]);
      return near === undefined ? [] : [`no scenario has ${tag}; did you mean ${near}?`];
    });
}
