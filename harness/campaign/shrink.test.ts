import { describe, test } from "node:test";
import { expect } from "chai";
import { expand } from "./expand.ts";
import { profiles } from "./profiles.ts";
import type { Schedule } from "./schedule.ts";
import { shrink } from "./shrink.ts";

function kindsIn({ actions }: Schedule): readonly string[] {
  return actions.map((action) => action.do);
}

describe("shrinking a schedule", () => {
  const original = expand(7, profiles.failovers);

  test("keeps the actions that break the rule, and their requirements", async () => {
    const breaks = async (smaller: Schedule) =>
      ["demote", "promote"].every((kind) => kindsIn(smaller).includes(kind)) && smaller.clusters.length > 1;
    expect(await breaks(original)).to.equal(true);
    const found = await shrink(original, breaks);
    expect(kindsIn(found).toSorted()).to.deep.equal(["demote", "promote"]);
    expect(found.clusters.length).to.be.below(original.clusters.length + 1);
    expect(found.healAt).to.be.below(original.healAt);
  });

  test("returns only a schedule that breaks the rule", async () => {
    const breaks = async (smaller: Schedule) => smaller.actions.length % 7 === original.actions.length % 7;
    expect(await breaks(await shrink(original, breaks))).to.equal(true);
  });

  test("removes nothing if every change makes the rule hold", async () => {
    expect(await shrink(original, async () => false)).to.deep.equal(original);
  });

  test("tries other seeds after a large removal", async () => {
    const breaks = async ({ seed, actions }: Schedule) =>
      actions.some((one) => one.do === "promote") &&
      (actions.length === original.actions.length || seed > original.seed);
    expect(kindsIn(await shrink(original, breaks))).to.deep.equal(["promote"]);
  });

  test("ends after a bounded number of plays", async () => {
    let plays = 0;
    await shrink(original, async () => {
      plays++;
      return plays % 2 === 0;
    });
    expect(plays).to.be.at.most(500);
  });
});
