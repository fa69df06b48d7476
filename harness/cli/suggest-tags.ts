import { nearest } from "#harness/cli/nearest.ts";
import { isEarlierTag } from "#harness/stages/earlier-names.ts";

/** The tags that stand in a tag expression, each once. */
function tagsIn(expression: string): readonly string[] {
  return [...new Set(expression.match(/@[^\s()]+/g) ?? [])];
}

/** For each tag of `expression` that no scenario has and that resembles one that some have: a line that asks whether that was meant. */
export function suggestTags(expression: string, known: ReadonlySet<string>): readonly string[] {
  return tagsIn(expression)
    .filter((tag) => !known.has(tag) && !isEarlierTag(tag))
    .flatMap((tag) => {
      const near = nearest(tag, [...known]);
      return near === undefined ? [] : [`no scenario has ${tag}; did you mean ${near}?`];
    });
}
