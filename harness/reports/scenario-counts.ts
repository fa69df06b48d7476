import type { PlayedScenario } from "#harness/reports/performance.ts";

/** How many scenarios passed, failed, and were not played, the last by reason in the order they came up. */
export type ScenarioCounts = Readonly<{ passed: number; failed: number; notPlayed: ReadonlyMap<string, number> }>;

export function countScenarios(scenarios: readonly PlayedScenario[]): ScenarioCounts {
  const counted = (verdict: PlayedScenario["verdict"]) => scenarios.filter((one) => one.verdict === verdict);
  const notPlayed = new Map<string, number>();
  for (const { reason } of counted("not played")) notPlayed.set(reason ?? "", (notPlayed.get(reason ?? "") ?? 0) + 1);
  return { passed: counted("passed").length, failed: counted("failed").length, notPlayed };
}

/** The lines a rehearsal closes with; the last one is what machines look for. */
export function closingLines({ passed, failed, notPlayed }: ScenarioCounts): readonly string[] {
  return [
    ...[...notPlayed].map(([reason, count]) => `${count} not played: ${reason}`),
    `${passed} passed, ${failed} failed`,
  ];
}
