import { globSync, readFileSync } from "node:fs";
import { scenariosOf } from "#.ci/features/scenarios.ts";
import { packageRoot } from "#harness/program/package-root.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

export function taggedIds(): readonly string[] {
  const tags = new Set(features().flatMap((feature) => [...feature.tags]));
  return [...readRequirements().keys(), ...readOwnRules().keys()].filter((id) => tags.has(`@${id}`));
}

export function featuresWith(ids: readonly string[]): readonly string[] {
  return features().flatMap(({ file, tags }) => (ids.some((id) => tags.has(`@${id}`)) ? [file] : []));
}

/** Tag of scenarios that need database servers with TLS, which the simulated stage does not have. */
export const needsTls = "@needs-database-tls";

export type PlayedStage = "simulated" | "live";

/** Returns "live" if all scenarios of the id need servers of the live stage, else "simulated". */
export function stageOf(id: string): PlayedStage {
  const scenarios = features().flatMap((feature) => feature.scenarios.filter((tags) => tags.has(`@${id}`)));
  return scenarios.length > 0 && scenarios.every((tags) => tags.has(needsTls)) ? "live" : "simulated";
}

type Feature = Readonly<{
  file: string;
  tags: ReadonlySet<string>;
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
