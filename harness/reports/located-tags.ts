import type { Examples, FeatureChild, GherkinDocument, RuleChild, Tag } from "@cucumber/messages";

/** The name includes `@`. */
export type LocatedTag = Readonly<{ name: string; file: string; line: number }>;

/** Returns the tags in a feature file: those of the feature, and of its rules, scenarios and examples. */
export function locatedTags(document: GherkinDocument): readonly LocatedTag[] {
  const feature = document.feature;
  if (!feature) return [];
  const file = document.uri ?? "";
  const tags = [...feature.tags, ...feature.children.flatMap(tagsOfChild)];
  return tags.map((tag) => ({ name: tag.name, file, line: tag.location.line }));
}

function tagsOfChild(child: FeatureChild | RuleChild): readonly Tag[] {
  const rule = "rule" in child ? child.rule : undefined;
  const ofRule = rule ? [...rule.tags, ...rule.children.flatMap(tagsOfChild)] : [];
  const scenario = child.scenario;
  const ofScenario = scenario
    ? [...scenario.tags, ...scenario.examples.flatMap((examples: Examples) => examples.tags)]
    : [];
  return [...ofRule, ...ofScenario];
}
