import { describe, test } from "node:test";
import { expect } from "chai";
import type { Action } from "./action.ts";
import { type Capsule, capsuleVersion } from "./capsule.ts";
import { type ScenarioOptions, scenarioOf } from "./scenario-of.ts";

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

describe("the scenario of a schedule", () => {
  test("has a step for every action, with times, partitions and healed links", () => {
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
      'When Ada tries to write the object at "colours/k1" in Lima with "value=v1"',
      "When 5 seconds pass",
      "When the link between Oslo and Lima is partitioned",
      'When Olga tries to promote Lima with "force=true"',
      "When the link between Oslo and Lima is healed",
    ]);
    expect(unsaid).to.deep.equal(["slow network"]);
    expect(text).to.contain("# no sentence says: ").and.contain('"factor":3');
  });

  function steps(actions: readonly Action[], how?: ScenarioOptions): readonly string[] {
    const { text } = scenarioOf(capsuleOf(["Oslo", "Lima"], actions), how);
    const lines = text.split("\n").map((line) => line.trim());
    return lines.slice(lines.indexOf("And Olga is an operator of Lima") + 1, -1);
  }

  const promoted = { do: "promote", force: false } as const;

  test("combines simultaneous actions of different actors in one step", () => {
    expect(
      steps([
        { at: 100, by: "operator", ...promoted, cluster: "Lima" },
        { at: 100, by: "deputy", ...promoted, cluster: "Oslo" },
        { at: 102, by: "Emil", do: "write", cluster: "Oslo", mount: "colours", key: "k1", value: "v1" },
      ]),
    ).to.deep.equal([
      "When at the same moment:",
      "| client | cluster | request | with |",
      "| Olga | Lima | secondary promote | force=false |",
      "| Olga | Oslo | secondary promote | force=false |",
      "| Ada | Oslo | write colours/k1 | value=v1 |",
      "When 30 seconds pass",
    ]);
  });

  test("has separate steps for actions of one actor, and for actions that an answer may separate", () => {
    const alone = "When Olga tries to promote";
    const [lima, oslo] = [`${alone} Lima with "force=false"`, `${alone} Oslo with "force=false"`];
    for (const [by, at] of [
      ["operator", 100],
      ["deputy", 103],
    ] as const) {
      const actions: readonly Action[] = [
        { at: 100, by: "operator", ...promoted, cluster: "Lima" },
        { at, by, ...promoted, cluster: "Oslo" },
      ];
      expect(steps(actions)).to.deep.equal([lima, oslo, "When 30 seconds pass"]);
    }
  });

  test("has separate steps for an action of more than one request, even if it is simultaneous", () => {
    expect(
      steps([
        { at: 100, by: "operator", ...promoted, cluster: "Lima" },
        { at: 100, by: "deputy", do: "enable secondary", cluster: "Oslo", of: "Lima", id: "oslo" },
      ]),
    ).to.deep.equal([
      'When Olga tries to promote Lima with "force=false"',
      'When Olga tries to create an activation token in Lima with "id=oslo"',
      'When Olga tries to enable Oslo as a secondary with "token={the activation token}"',
      "When 30 seconds pass",
    ]);
  });

  test("heals a link when the run did, and adds up times that are too short for a step", () => {
    const deleted = { do: "delete", cluster: "Oslo", mount: "colours", key: "k1" } as const;
    expect(
      steps([
        { at: 1_500, by: "nemesis", do: "partition", between: ["Lima", "Oslo"], milliseconds: 3_000 },
        { at: 3_000, by: "Emil", ...deleted },
      ]),
    ).to.deep.equal([
      "When 2 seconds pass",
      "When the link between Oslo and Lima is partitioned",
      "When at the same moment:",
      "| client | cluster | request | with |",
      "| Ada | Oslo | delete colours/k1 |  |",
      "When 3 seconds pass",
      "When the link between Oslo and Lima is healed",
      "When 30 seconds pass",
    ]);
  });

  test("backs a cluster up and restores it, and restores nothing without a backup", () => {
    const at = (moment: number) => ({ at: moment, by: "operator" });
    const restore = { do: "restore backup", cluster: "Oslo" } as const;
    expect(steps([{ ...at(0), ...restore }])).to.deep.equal([
      `# no sentence says: ${JSON.stringify({ ...at(0), ...restore })}`,
      "When 30 seconds pass",
    ]);
    const actions: readonly Action[] = [
      { ...at(0), do: "back up", cluster: "Oslo" },
      { ...at(500), ...restore },
    ];
    expect(steps(actions)).to.deep.equal([
      "When Oslo is backed up",
      "When Oslo is restored from its backup",
      "When 30 seconds pass",
    ]);
    expect(scenarioOf(capsuleOf(["Oslo"], actions)).text).to.match(/^@needs-replication .*@needs-backup/);
  });

  test("includes repairs and status checks on request", () => {
    const written = { do: "write", cluster: "Oslo", mount: "colours", key: "k1", value: "v1" } as const;
    const actions: readonly Action[] = [{ at: 0, by: "Emil", ...written }];
    const repairs: readonly Action[] = [
      { at: 9_000, by: "operator", do: "update primary", cluster: "Oslo", of: "Lima", id: "oslo-1" },
    ];
    const repaired = [
      'When Ada tries to write the object at "colours/k1" in Oslo with "value=v1"',
      "When 9 seconds pass",
      'When Olga tries to create an activation token in Lima with "id=oslo-1"',
      'When Olga tries to update the primary of Oslo with "token={the activation token}"',
    ];
    expect(steps(actions, { repairs })).to.deep.equal([...repaired, "When 30 seconds pass"]);
    expect(steps(actions, { repairs, looks: true })).to.deep.equal([
      ...repaired,
      'When Olga tries to read the object at "sys/replication/performance/status" in Oslo',
      'When Olga tries to read the object at "sys/replication/performance/status" in Lima',
      "When 30 seconds pass",
      'When Olga tries to read the object at "colours/k1" in Oslo',
      'When Olga tries to read the object at "colours/k1" in Lima',
    ]);
  });

  test("is refused if there are more clusters than step names", () => {
    expect(() => scenarioOf(capsuleOf(["Oslo", "Lima", "Kyoto", "Accra"], []))).to.throw("it has 4");
  });
});
