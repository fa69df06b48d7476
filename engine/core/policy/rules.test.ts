import { test } from "node:test";
import { expect } from "chai";
import { parseGrant } from "./parse-grant.ts";
import { bySpecificity, isExact, pathPattern } from "./path-pattern.ts";
import { matches, sampler } from "./random-rules.suite.ts";
import { Rules } from "./rules.ts";

const grant = parseGrant({ items: [], line: 1 }, "");

test("the lookup finds the same rule as a comparison of all rules", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const roll = sampler(seed);
    const segment = (from: readonly string[]) => from[roll(from.length)] ?? "";
    const path = (from: readonly string[]) => Array.from({ length: 1 + roll(4) }, () => segment(from)).join("/");
    const paths = Array.from({ length: 60 }, () => path(["a", "b", "ab", "+", ""]) + segment(["", "", "*"]));
    const rules = new Rules(paths.filter((one) => !one.includes("+*")).map((one) => ({ path: one, grant })));
    const patterns = rules.all().map(({ pattern }) => pattern);
    for (let count = 0; count < 40; count += 1) {
      const requested = path(["a", "b", "ab", "abc", "", "x"]);
      const [best] = patterns.filter((one) => !isExact(one) && matches(one.path, requested)).sort(bySpecificity);
      expect(rules.pattern(requested)?.pattern.path, `seed ${seed}, ${requested}`).to.equal(best?.path);
      if (best) found += 1;
    }
  }
  expect(found).to.be.above(5000);
});

test("a rule's path may have any number of segments", () => {
  const deep = "+/".repeat(2000);
  const rules = new Rules([{ path: `${deep}x`, grant }]);
  expect(rules.pattern(`${"a/".repeat(2000)}x`)?.pattern).to.deep.equal(pathPattern(`${deep}x`));
  expect(rules.pattern(`${"a/".repeat(30_000)}x`)).to.equal(undefined);
});
