import { readRequirements } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { profileResults } from "./profile-results.ts";
import type { Conformance } from "./schema.ts";
import { suiteVersion } from "./suite.ts";

type Verdict = keyof Conformance["counts"];

/** A valid report in which all requirements are held, except those in `verdicts`. */
export function sampleReport(verdicts: Readonly<Record<string, Verdict>> = {}, name = "sample"): Conformance {
  const requirements = readRequirements();
  const scenario = "Feature › Scenario";
  const all = [...requirements.keys()].map((id) => {
    const verdict = verdicts[id] ?? "held";
    const reason = verdict === "not played" || verdict === "not judged" ? "a reason" : null;
    return [id, { verdict, proofs: [{ scenario, verdict, reason }], reason, members: [] }] as const;
  });
  const broken = all.filter(([, { verdict }]) => verdict === "broken").map(([id]) => id);
  const coverage = new Map(all);
  return {
    ...{ $schema: "docs/conformance.schema.json", suite: suiteVersion(), run: "7d3f" },
    target: {
      name,
      clusters: [{ name: "Oslo", api: "http://127.0.0.1:8200", version: "1.14.9", edition: "open" }],
      capabilities: ["database"],
    },
    played: {
      ...{
        release: "0.1.0",
        at: "2026-11-27T10:00:00.000Z",
        milliseconds: 1000,
        reset: "clear",
        prefix: "understudy-1-",
      },
      ...{ provider: "cloud", filterKey: "cluster_id", timeScale: null, documents: "1.14.9", lacks: [], profiles: [] },
      ...{ smoke: false, features: [], tags: "" },
      scenarios: { passed: 1, failed: broken.length, failedAsExpected: 0, notPlayed: 0 },
    },
    profiles: profileResults(coverage, requirements, "1.14.9"),
    counts: countsOf(coverage),
    verdicts: Object.fromEntries(all),
    beyond: { counts: countsOf(new Map()), verdicts: {} },
    differences: broken.map((id) => ({
      ...{ scenario, place: "f.feature:3", requirements: [id], fails: "a step", found: "an error", expected: null },
    })),
    rules: { checked: [], undecided: [] },
    causes: [],
    unmet: [],
  };
}
