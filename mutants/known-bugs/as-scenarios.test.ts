import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { readCapsule } from "#harness/campaign/capsule.ts";
import { scenarioOf } from "#harness/campaign/scenario-of.ts";
import { rehearsals } from "../rehearsed.suite.ts";
import { knownBugs } from "./known-bugs.ts";

const rehearsed = rehearsals();

/** A shrunk schedule of which sentences say everything: operations, a partition, and time. */
const id = "BUG-14";

suite("the shrunk schedule of a capsule is a scenario", () => {
  const bug = knownBugs().find((one) => one.id === id);
  if (!bug) throw new Error(`there is no ${id} any more`);
  const { text, unsaid } = scenarioOf(readCapsule(readFileSync(bug.capsule, "utf8")));

  test("that says all of it", () => {
    expect(unsaid).to.deep.equal([]);
  });

  for (const stage of ["simulated", "live"]) {
    test(`that plays on the ${stage} stage, and breaks there with the bug`, () => {
      const { status, said } = rehearsed(text, stage);
      expect(status, said).to.equal(0);
      expect(said).to.contain("1 passed");
      const changed = rehearsed(text, stage, bug.change);
      expect(changed.isLoaded, `${bug.change.file} was loaded`).to.equal(true);
      expect(changed.said).to.contain("BrokenInvariant: ");
      expect(changed.status).to.equal(1);
    });
  }
});
