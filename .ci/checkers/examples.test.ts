import { suite, test } from "node:test";
import { expect } from "chai";
import { checkers } from "#harness/checkers/checkers.ts";
import { invariants } from "#harness/checkers/invariants.ts";
import { judged } from "./example-run.ts";

const maxLines = 9;

suite("the example of each checker breaks its rule at its last line", () => {
  for (const checker of checkers) {
    test(checker.name, () => {
      const { broken, held } = checker.example;
      const start = broken.slice(0, -1);
      expect(broken.length).to.be.within(1, maxLines);
      expect(judged(checker, broken)).to.include({ verdict: "broken" });
      expect(judged(checker, start), "without its last line").to.include({ verdict: "held" });
      expect(judged(checker, [...start, ...held]), "with other lines").to.include({ verdict: "held" });
    });
  }
});

test("each invariant has a checker", () => {
  const checked = new Set<string>(checkers.flatMap((one) => one.invariants));
  expect(Object.keys(invariants).filter((number) => !checked.has(number))).to.deep.equal([]);
});
