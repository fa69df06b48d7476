import type { GherkinDocument, Pickle } from "@cucumber/messages";
import { clusterNames } from "./names.ts";

/** The clusters that a scenario speaks of in its own steps, their tables and texts; its Background does not count. */
export function clustersOf(
  { steps, name }: Pick<Pickle, "steps" | "name">,
  { feature }: Pick<GherkinDocument, "feature">,
): readonly string[] {
  const children = (feature?.children ?? []).flatMap((child) => [child, ...(child.rule?.children ?? [])]);
  const before = new Set(children.flatMap(({ background }) => background?.steps ?? []).map(({ id }) => id));
  const own = steps.filter(({ astNodeIds }) => !astNodeIds.some((id) => before.has(id)));
  return clustersNamed({ name, steps: own });
}

/** The clusters that a scenario speaks of anywhere, its Background among it. */
export function clustersNamed({ steps, name }: Pick<Pickle, "steps" | "name">): readonly string[] {
  const texts = steps.map(({ text, argument }) => `${text} ${JSON.stringify(argument ?? "")}`);
  const all = [...[name, ...texts].join(" ").matchAll(new RegExp(clusterNames, "g"))].map(([found]) => found);
  // Some sentences are about the first cluster without saying so.
  return [...new Set(["Oslo", ...all])];
}
