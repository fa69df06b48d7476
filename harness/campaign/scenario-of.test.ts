import { describe, test } from "node:test";
import { expect } from "chai";
import type { Action } from "./action.ts";
import { type Capsule, capsuleVersion } from "./capsule.ts";
import { scenarioOf } from "./scenario-of.ts";

function capsuleOf(clusters: readonly string[], actions: readonly Action[]): Capsule {
  const [primary = "", ...secondaries] = clusters;
  const services = { database: false, cloud: false };
  return {
    capsule: capsuleVersion,
    release: "0.1.0",
    digest: "a".repeat(64),
    broken: { checker: "a set has one primary", event: 3, sentence: "there were two" },
    schedule: {
      seed: 7,
      clusters: [...clusters],
      primary,
      secondaries,
      services,
      healAt: 9_000,
      actions: [...actions],
    },
  };
}

describe("a schedule as a scenario", () => {
  test("says who did what and when, breaks links and heals them", () => {
    const { text, unsaid } = scenarioOf(
      capsuleOf(
        ["Oslo", "Accra"],
        [
          { at: 100, by: "Emil", do: "write", cluster: "Accra", mount: "colours", key: "k1", value: "v1" },
          { at: 5_100, by: "nemesis", do: "partition", between: ["Oslo", "Accra"], milliseconds: 900 },
          { at: 5_200, by: "operator", do: "promote", cluster: "Accra", force: true },
          { at: 5_300, by: "nemesis", do: "slow network", factor: 3, milliseconds: 900 },
        ],
      ),
    );
    expect(text.split("\n").map((line) => line.trim())).to.include.members([
      "@needs-replication @needs-partition @needs-move-time",
      "Given Oslo is the primary, and Lima replicates from it",
      'When Ada tries to write "v1" to "colours/k1" in Lima',
      "When 5 seconds pass",
      "When the link between Oslo and Lima is partitioned",
      'When Olga tries the operation "secondary promote" in Lima with "force=true"',
      "When the link between Oslo and Lima is healed",
    ]);
    expect(unsaid).to.deep.equal(["slow network"]);
    expect(text).to.contain("# no sentence says: ").and.contain('"factor":3');
  });

  test("of more clusters than sentences can name is none", () => {
    expect(() => scenarioOf(capsuleOf(["Oslo", "Lima", "Kyoto", "Accra"], []))).to.throw("it has 4");
  });
});
