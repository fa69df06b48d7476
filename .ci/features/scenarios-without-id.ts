import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { scenariosOf } from "./scenarios.ts";

/**
 * One line for each scenario of a feature's text that counts in no verdict: its line and its name. It carries no id, neither its own nor its feature's, and
 * not every block of its examples has one.
 */
export function scenariosWithoutId(text: string): readonly string[] {
  return scenariosOf(text)
    .filter(({ tags, examples }) => !hasId(tags) && !(examples.length > 0 && examples.every(hasId)))
    .map(({ line, name }) => `${line}: ${name}`);
}

function hasId(tags: readonly string[]): boolean {
  return tags.some((tag) => requirementIdOf(tag) !== undefined);
}
