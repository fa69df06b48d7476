import { test } from "node:test";
import { expect } from "chai";
import { matches } from "./expectations.ts";

test("an asterisk stands for any characters, also none, and other characters for themselves", () => {
  for (const [pattern, text] of [
    ["a", "a"],
    ["*", ""],
    ["*", "a.b"],
    ["1.14.*", "1.14.9"],
    ["F › *: 1", "F › x: 2: 1"],
    ["a*b*c", "a1b2c"],
    ["a**c", "ac"],
  ] as const)
    expect(matches(pattern, text), `${pattern} ${text}`).to.equal(true);
  for (const [pattern, text] of [
    ["a", "ab"],
    ["1.14.*", "1x14.9"],
    ["1.14.*", "11.14.9"],
    ["a*b", "a"],
    ["ab*ba", "aba"],
    ["a*b*c", "acb"],
  ] as const)
    expect(matches(pattern, text), `${pattern} ${text}`).to.equal(false);
});
