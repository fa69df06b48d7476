import type { GherkinDocument, Pickle } from "@cucumber/messages";
import { clusterNames } from "./names.ts";

export function clustersOf(
  { steps, name }: Pick<Pickle, "steps" | "name">,
  { feature }: Pick<GherkinDocument, "feature">,
): readonly string[] {
  const children = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
  const before = new Set(children.flatMap(({ background }) => background?.steps ?? []).map(({ id }) => id));
  const own = steps.filter(({ astNodeIds }) => !astNodeIds.some((id) => before.has(id)));
  return clustersNamed({ name, steps: own });
}

/** Returns Oslo and the clusters that occur in the name or the steps of a scenario, including its Background. */
export function clustersNamed({ steps, name }: Pick<Pickle, "steps" | "name">): readonly string[] {
  const texts = steps.map(({ text, argument }) => `${text} ${JSON.stringify(argument ?? "")}`);
  const all = [...[name, ...texts].join(" ").matchAll(new RegExp(clusterNames, "g"))].map(([found]) => found);
  // Some steps concern the first cluster without naming it.
  return [...new Set(["Oslo", ...all])];
}
