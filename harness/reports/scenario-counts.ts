import type { PlayedScenario } from "#harness/reports/performance.ts";

/** Numbers of scenarios. `notPlayed` has the numbers by reason. */
export type ScenarioCounts = Readonly<{ passed: number; failed: number; notPlayed: ReadonlyMap<string, number> }>;

export function countScenarios(scenarios: readonly PlayedScenario[]): ScenarioCounts {
  const counted = (verdict: PlayedScenario["verdict"]) => scenarios.filter((one) => one.verdict === verdict);
  const notPlayed = new Map<string, number>();
  for (const { reason } of counted("not played")) notPlayed.set(reason ?? "", (notPlayed.get(reason ?? "") ?? 0) + 1);
  return { passed: counted("passed").length, failed: counted("failed").length, notPlayed };
}

/** Returns the last lines of a run's output. `expected` is how many of the failed scenarios failed as expected. */
export function closingLines({ passed, failed, notPlayed }: ScenarioCounts, expected = 0): readonly string[] {
  return [
    ...[...notPlayed].map(([reason, count]) => `${count} not played: ${reason}`),
    `${passed} passed, ${failed - expected} failed${expected > 0 ? `, ${expected} failed as expected` : ""}`,
  ];
}
