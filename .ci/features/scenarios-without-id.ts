import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { scenariosOf } from "./scenarios.ts";

/**
 * Returns line and name of each scenario without an id: neither it, its feature nor every block of
 * its examples has one.
 */
export function scenariosWithoutId(text: string): readonly string[] {
  return scenariosOf(text)
    .filter(({ tags, examples }) => !hasId(tags) && !(examples.length > 0 && examples.every(hasId)))
    .map(({ line, name }) => `${line}: ${name}`);
}

function hasId(tags: readonly string[]): boolean {
  return tags.some((tag) => requirementIdOf(tag) !== undefined);
}
