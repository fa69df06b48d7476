import type { Exchange } from "#harness/api/exchange.ts";
import type { Performance, PlayedScenario, PlayedStep } from "#harness/reports/performance.ts";
import type { Setting } from "#harness/reports/setting.ts";

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
    steps: [sampleStep()],
    log: [],
    ...changes,
  };
}

export function sampleStep(changes: Partial<PlayedStep> = {}): PlayedStep {
  return {
    ...{ keyword: "When", text: 'Ada wrote "blue"', line: 4 },
    ...{ verdict: "passed", milliseconds: 250, exchanges: [] },
    ...changes,
  };
}

export function sampleExchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    ...{ number: 1, at: 0, cluster: "Oslo", method: "GET", path: "colours/sky", token: "root", requestBody: null },
    ...{ status: 200, responseBody: null },
    ...changes,
  };
}

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

export const sampleSetting: Setting = {
  ...{ stage: "simulated", seed: 4711, database: "simulated", cloud: "simulated", version: "1.2.3" },
  ...{ workers: 1, features: [], tags: "", replay: ["--stage", "simulated", "--seed", "4711"] },
};
