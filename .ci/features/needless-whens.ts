import { type Scenario, scenariosOf } from "./scenarios.ts";

const refusal = /\b(?:is refused|refuses|cannot|is denied|there is no tag)\b/;

/** The sentences of a scenario from each `When` to the next. */
function whensOf({ sentences }: Scenario): readonly (readonly string[])[] {
  const whens: string[][] = [];
  for (const { keyword, text } of sentences) {
    if (keyword === "When") whens.push([text]);
    else whens.at(-1)?.push(text);
  }
  return whens;
}

/** How many `When`s take effect: what is refused changes nothing, and says what it says of the one that is not. */
function inEffect(scenario: Scenario): number {
  return whensOf(scenario).filter((sentences) => !sentences.some((sentence) => refusal.test(sentence))).length;
}

/**
 * One line for each scenario of a feature's text in which more than one `When` takes effect, and no tag `@order` says that what comes after
 * what is its subject.
 */
export function needlessWhens(text: string): readonly string[] {
  return scenariosOf(text)
    .filter((scenario) => inEffect(scenario) > 1 && !scenario.tags.includes("@order"))
    .map((scenario) => `${scenario.line}: ${inEffect(scenario)} × When in "${scenario.name}"`);
}
