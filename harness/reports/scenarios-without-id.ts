import { requirementIdOf } from "#harness/reports/unknown-tags.ts";

/** One line for each scenario of a feature's text that carries no id, neither its own nor its feature's or its examples': its line and its name. */
export function scenariosWithoutId(text: string): readonly string[] {
  const scenarios: { told: string; hasId: boolean }[] = [];
  let ofFeature = false;
  let hasId = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line.startsWith("@")) hasId ||= line.split(/\s+/).some((tag) => requirementIdOf(tag) !== undefined);
    const [, kind, name = ""] =
      /^(Feature|Rule|Background|Scenario|Scenario Outline|Examples):\s*(.*)$/.exec(line) ?? [];
    if (kind === undefined) continue;
    if (kind === "Feature") ofFeature = hasId;
    const last = scenarios.at(-1);
    if (kind === "Examples" && last) last.hasId ||= hasId;
    if (kind.startsWith("Scenario")) scenarios.push({ told: `${index + 1}: ${name}`, hasId: hasId || ofFeature });
    hasId = false;
  }
  return scenarios.filter((one) => !one.hasId).map(({ told }) => told);
}
