import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { readCapsule } from "#harness/campaign/capsule.ts";
import { scenarioOf } from "#harness/campaign/scenario-of.ts";
import { rehearsals, runs } from "../rehearsed.suite.ts";
import { knownBugs } from "./known-bugs.ts";

const rehearsed = rehearsals();
const run = runs();

function bugOf(wanted: string) {
  const bug = knownBugs().find(({ id }) => id === wanted);
  if (!bug) throw new Error(`there is no ${wanted} any more`);
  return bug;
}

suite("the scenario of a capsule's schedule", () => {
  // Sentences express these schedules completely: operations, a partition and time; two simultaneous promotions.
  for (const id of ["BUG-03", "BUG-01"]) {
    const bug = bugOf(id);
    const { text, unsaid } = scenarioOf(readCapsule(readFileSync(bug.capsule, "utf8")));

    test(`contains all actions of ${id}`, () => {
      expect(unsaid).to.deep.equal([]);
    });

    for (const stage of ["simulated", "live"]) {
      test(`passes on the ${stage} stage, and fails there with ${id}`, () => {
        const { status, output } = rehearsed(text, stage);
        expect(status, output).to.equal(0);
        expect(output).to.contain("1 passed");
        const changed = rehearsed(text, stage, bug.change);
        expect(changed.isLoaded, `${bug.change.file} was loaded`).to.equal(true);
        expect(changed.output).to.contain("BrokenInvariant: ");
        expect(changed.status).to.equal(1);
      });
    }
  }
});

suite("replay plays the scenario that it writes", () => {
  // The last one needs the repairs and reads of the run, which show the missing data.
  for (const id of ["BUG-01", "BUG-02", "BUG-03", "BUG-04"]) {
    test(`and reports that it breaks the rule with ${id}`, () => {
      const { change, capsule } = bugOf(id);
      let file = "";
      const { output, status } = run(change, (own) => {
        file = `${own}.feature`;
        return ["replay", capsule, "--scenario", file, "--report", `${own}-report`];
      });
      expect(status, output).to.equal(1);
      const [, seed = ""] = /the scenario breaks the rule: .* --seed (\d+)\n/.exec(output) ?? [];
      expect(seed, output).not.to.equal("");
      expect(readFileSync(file, "utf8")).to.contain(`the scenario breaks it with the seed ${seed}.`);
      const again = (bug?: typeof change) =>
        run(bug, (own) => ["rehearse", file, "--stage", "simulated", "--seed", seed, "--report", `${own}-report`]);
      expect(again(change).output).to.contain(readCapsule(readFileSync(capsule, "utf8")).broken.checker);
      const held = again();
      expect(held.status, held.output).to.equal(0);
    });
  }

  test("and reports that it does not break the rule if an action has no sentence (BUG-09, a stepped clock)", () => {
    const { change, capsule } = bugOf("BUG-09");
    let file = "";
    const { output, status } = run(change, (own) => {
      file = `${own}.feature`;
      return ["replay", capsule, "--scenario", file, "--report", `${own}-report`];
    });
    expect(status, output).to.equal(1);
    expect(output).to.contain(
      "no sentence says: skew clock\nthe scenario does not break the rule, though the run does: it passes",
    );
    expect(readFileSync(file, "utf8")).to.contain("the scenario does not break it: it passes");
  });

  test("and reports that it does not break the rule if the run does not either", () => {
    const { capsule } = bugOf("BUG-01");
    const words = (own: string) => ["replay", capsule, "--scenario", `${own}.feature`, "--report", `${own}-report`];
    const { output } = run(undefined, words);
    expect(output).to.contain("the scenario does not break the rule, as the run does not: it passes");
  });
});
