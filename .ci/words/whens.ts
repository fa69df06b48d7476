/** A scenario of a feature's text: where it begins, its tags, and its sentences from each `When` to the next. */
type Scenario = Readonly<{
  line: number;
  name: string;
  tags: readonly string[];
  whens: readonly (readonly string[])[];
}>;

const refusal = /\b(?:is refused|refuses|cannot|is denied|there is no tag)\b/;

function scenariosOf(text: string): readonly Scenario[] {
  const scenarios: { line: number; name: string; tags: string[]; whens: string[][] }[] = [];
  let tags: string[] = [];
  let ofFeature: readonly string[] = [];
  let isScenario = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    const [, kind, name = ""] = /^(Feature|Background|Scenario|Scenario Outline|Examples):\s*(.*)$/.exec(line) ?? [];
    if (line.startsWith("@")) tags.push(...line.split(/\s+/));
    if (kind === "Feature") ofFeature = tags;
    if (kind?.startsWith("Scenario"))
      scenarios.push({ line: index + 1, name, tags: [...ofFeature, ...tags], whens: [] });
    if (kind !== undefined) {
      isScenario = kind.startsWith("Scenario");
      tags = [];
    }
    const whens = isScenario ? scenarios.at(-1)?.whens : undefined;
    if (line.startsWith("When ")) whens?.push([line]);
    else if (/^(?:Given|Then|And|But) /.test(line)) whens?.at(-1)?.push(line);
  }
  return scenarios;
}

/** The `When`s that take effect: what is refused changes nothing, and says what it says of the one that is not. */
function inEffect(whens: Scenario["whens"]): number {
  return whens.filter((sentences) => !sentences.some((sentence) => refusal.test(sentence))).length;
}

/**
 * One line for each scenario of a feature's text in which more than one `When` takes effect, and no tag `@order` says that what comes after
 * what is its subject.
 */
export function needlessWhens(text: string): readonly string[] {
  return scenariosOf(text)
    .filter(({ whens, tags }) => inEffect(whens) > 1 && !tags.includes("@order"))
    .map(({ line, name, whens }) => `${line}: ${inEffect(whens)} × When in "${name}"`);
}
