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

/** The tag of scenarios about servers that speak TLS, of which the simulated stage has none. */
export const needsTls = "@needs-database-tls";

/** Where mutants are played. */
export type PlayedStage = "simulated" | "live";

/** The stage that scenarios of `id` are played on: the simulated one, unless each of them needs a server that only the live one has. */
export function stageOf(id: string): PlayedStage {
  const scenarios = features().flatMap((feature) => feature.scenarios.filter((tags) => tags.has(`@${id}`)));
  return scenarios.length > 0 && scenarios.every((tags) => tags.has(needsTls)) ? "live" : "simulated";
}

type Feature = Readonly<{
  file: string;
  tags: ReadonlySet<string>;
  /** The tags of each of its scenarios. */
  scenarios: readonly ReadonlySet<string>[];
}>;

function features(): readonly Feature[] {
  known ??= globSync("features/**/*.feature", { cwd: packageRoot })
    .toSorted()
    .map((file) => {
      const scenarios = tagsIn(readFileSync(packageRoot + file, "utf8"));
      return { file, tags: new Set(scenarios.flatMap((tags) => [...tags])), scenarios };
    });
  return known;
}

let known: readonly Feature[] | undefined;

function tagsIn(text: string): readonly ReadonlySet<string>[] {
  return scenariosOf(text).map(({ tags, examples }) => new Set([...tags, ...examples.flat()]));
}
