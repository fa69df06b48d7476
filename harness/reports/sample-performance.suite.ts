import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";

/** A scenario that passed, for tests to change. */
export function sampleScenario(changes: Partial<PlayedScenario> = {}): PlayedScenario {
  return {
    feature: "Failover",
    name: "Nothing is lost",
    file: "features/failover.feature",
    line: 3,
    tags: ["@DB-ROLE-01"],
    verdict: "passed",
    reason: null,
    startedAt: 1_000,
    milliseconds: 250,
    worker: "0",
    steps: [{ keyword: "Given", text: 'Ada wrote "blue"', verdict: "passed", milliseconds: 250, exchanges: [] }],
    ...changes,
  };
}

/** A performance of these scenarios. */
export function samplePerformance(...scenarios: readonly PlayedScenario[]): Performance {
  return {
    startedAt: 1_000,
    milliseconds: 1_000,
    scenarios,
    tagsLeftOut: new Set(),
    crash: null,
    lost: null,
    unwritten: null,
  };
}
