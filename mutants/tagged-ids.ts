import { globSync, readFileSync } from "node:fs";
import { scenariosOf } from "#.ci/features/scenarios.ts";
import { packageRoot } from "#harness/cli/package-root.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

/** Ids of the requirements, and then of the rules beyond the documents, that a scenario of the project carries as a tag. */
export function taggedIds(): readonly string[] {
  const tags = new Set(features().flatMap((feature) => [...feature.tags]));
  return [...readRequirements().keys(), ...readOwnRules().keys()].filter((id) => tags.has(`@${id}`));
}

/** The features with a scenario that carries one of `ids`, by their names from the project's folder on. */
export function featuresWith(ids: readonly string[]): readonly string[] {
  return features().flatMap(({ file, tags }) => (ids.some((id) => tags.has(`@${id}`)) ? [file] : []));
}

type Feature = Readonly<{ file: string; tags: ReadonlySet<string> }>;

function features(): readonly Feature[] {
  known ??= globSync("features/**/*.feature", { cwd: packageRoot })
    .toSorted()
    .map((file) => ({ file, tags: tagsIn(readFileSync(packageRoot + file, "utf8")) }));
  return known;
}

let known: readonly Feature[] | undefined;

function tagsIn(text: string): ReadonlySet<string> {
  return new Set(scenariosOf(text).flatMap(({ tags, examples }) => [...tags, ...examples.flat()]));
}
