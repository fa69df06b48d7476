import { AstBuilder, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { type FeatureChild, IdGenerator, type RuleChild, type Tag } from "@cucumber/messages";

/**
 * A scenario. `tags` begin with `@` and include those of its feature and rule. `examples` has the tags of each block of
 * its examples.
 */
export type Scenario = Readonly<{
  line: number;
  name: string;
  tags: readonly string[];
  examples: readonly (readonly string[])[];
  sentences: readonly Readonly<{ keyword: string; text: string }>[];
}>;

/** Throws for invalid Gherkin. */
export function scenariosOf(text: string): readonly Scenario[] {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  const { feature } = parser.parse(text);
  return feature === undefined ? [] : feature.children.flatMap((child) => under(child, names(feature.tags)));
}

function under(child: FeatureChild | RuleChild, above: readonly string[]): readonly Scenario[] {
  const rule = "rule" in child ? child.rule : undefined;
  if (rule) return rule.children.flatMap((inner) => under(inner, [...above, ...names(rule.tags)]));
  const { scenario } = child;
  if (!scenario) return [];
  return [
    {
      line: scenario.location.line,
      name: scenario.name,
      tags: [...above, ...names(scenario.tags)],
      examples: scenario.examples.map(({ tags }) => names(tags)),
      sentences: scenario.steps.map(({ keyword, text }) => ({ keyword: keyword.trim(), text })),
    },
  ];
}

function names(tags: readonly Tag[]): readonly string[] {
  return tags.map(({ name }) => name);
}
