import { test } from "node:test";
import { expect } from "chai";
import { accessUnder } from "./access.ts";
import type { Capability } from "./capability.ts";
import { parseGrant } from "./parse-grant.ts";
import { bySpecificity, isExact, pathPattern } from "./path-pattern.ts";
import { matches, sampler } from "./random-rules.suite.ts";
import { type Rule, Rules } from "./rules.ts";

const empty = parseGrant({ items: [], line: 1 }, "");

function mayList(rules: readonly Rule[], folder: string): boolean {
  const bare = folder.slice(0, -1);
  const written = rules.map(({ path, grant }) => ({ path: path.replace(/\/$/, ""), grant }));
  const found = written.filter(({ path }) => matches(path, bare) || (path !== bare && matches(path, folder)));
  const [best] = found
    .map(({ path }) => pathPattern(path))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || bySpecificity(a, b));
  const deciding = found.filter(({ path }) => path === best?.path).map(({ grant }) => grant.capabilities);
  return deciding.some((one) => one.has("list")) && !deciding.some((one) => one.has("deny"));
}

function randomRules(roll: (bound: number) => number): readonly Rule[] {
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const words: readonly Capability[] = ["list", "list", "deny", "read"];
  return Array.from({ length: 2 + roll(4) }, () => {
    const segments = Array.from({ length: 1 + roll(3) }, () => pick(["a", "b", "ab", "+"]));
    return {
      path: segments.join("/") + pick(["", "", "/", "/*", segments.at(-1) === "+" ? "" : "*"]),
      grant: { ...empty, capabilities: new Set([pick(words)]) },
    };
  });
}

test("lists under random rules agree with a reference implementation that compares all rules", () => {
  const outcomes = { allowed: 0, refused: 0 };
  for (let seed = 0; seed < 4000; seed += 1) {
    const roll = sampler(seed);
    const rules = randomRules(roll);
    const layers = [new Rules(rules.slice(0, 2)), new Rules(rules.slice(2))];
    const access = accessUnder(roll(2) === 0 ? layers : [new Rules(rules)]);
    for (const bare of ["a", "b", "a/a", "a/b", "ab/a", "b/ab", "a/b/ab", "b/b/b"]) {
      const expected = mayList(rules, `${bare}/`);
      const about = `seed ${seed}, ${bare}: ${rules.map(({ path, grant }) => `${path} ${[...grant.capabilities]}`).join(", ")}`;
      const request = { capabilities: ["list"], fields: {}, wrapSeconds: null } as const;
      expect(access.allows(`${bare}/`, request), about).to.equal(expected);
      expect(access.capabilities(bare).has("list"), about).to.equal(expected);
      expect(access.capabilities(`${bare}/`).has("list"), about).to.equal(expected);
      outcomes[expected ? "allowed" : "refused"] += 1;
    }
  }
  expect(outcomes.allowed).to.be.above(2000);
  expect(outcomes.refused).to.be.above(2000);
});

test("a grant with a wider pattern never overrides a deny on everything below a folder", () => {
  const capabilities = (...words: Capability[]) => ({ ...empty, capabilities: new Set(words) });
  let weighed = 0;
  for (const deny of ["s/m/p/*", "s/m/p/", "s/m/p", "s/m/+/", "s/m/+", "s/m/p*"]) {
    for (const grant of ["*", "s/*", "s/m/*", "s/+/*", "+/+/*", "s/+/p", "s/+/p/", "+/m/p/", "s/+/+", "+/+/+/"]) {
      const access = accessUnder([
        new Rules([
          { path: grant, grant: capabilities("list", "read") },
          { path: deny, grant: capabilities("deny") },
        ]),
      ]);
      const request = { capabilities: ["list"], fields: {}, wrapSeconds: null } as const;
      expect(access.allows("s/m/p/", request), `${deny} against ${grant}`).to.equal(false);
      weighed += 1;
    }
  }
  expect(weighed).to.equal(60);
});
