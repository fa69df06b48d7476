import { type Scenario, scenariosOf } from "./scenarios.ts";

const refusal = /\b(?:is refused|refuses|cannot|is denied|there is no tag)\b/;

function whensOf({ sentences }: Scenario): readonly (readonly string[])[] {
  const whens: string[][] = [];
  for (const { keyword, text } of sentences) {
    if (keyword === "When") whens.push([text]);
    else whens.at(-1)?.push(text);
  }
  return whens;
}

function inEffect(scenario: Scenario): number {
  return whensOf(scenario).filter((sentences) => !sentences.some((sentence) => refusal.test(sentence))).length;
}

/**
 * Returns one line for each scenario in which more than one `When` takes effect, that is, is not refused. Scenarios
 * with the tag `@order`, which are about the order of events, are not reported.
 */
export function needlessWhens(text: string): readonly string[] {
  return scenariosOf(text)
    .filter((scenario) => inEffect(scenario) > 1 && !scenario.tags.includes("@order"))
    .map((scenario) => `${scenario.line}: ${inEffect(scenario)} × When in "${scenario.name}"`);
}
