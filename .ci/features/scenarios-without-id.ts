import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { scenariosOf } from "./scenarios.ts";

/**
 * Returns the line and name of each scenario for which neither the scenario, nor its feature or rule, nor every block
 * of its examples has an id as a tag.
 */
export function scenariosWithoutId(text: string): readonly string[] {
  return scenariosOf(text)
    .filter(({ tags, examples }) => !hasId(tags) && !(examples.length > 0 && examples.every(hasId)))
    .map(({ line, name }) => `${line}: ${name}`);
}

function hasId(tags: readonly string[]): boolean {
  return tags.some((tag) => requirementIdOf(tag) !== undefined);
}
