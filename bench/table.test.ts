import { test } from "node:test";
import { expect } from "chai";
import type { Figure } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";
import { tableHead, tableRow } from "./table.ts";
import { judge } from "./verdict.ts";

const rate: Figure = {
  what: "requests",
  unit: "/s",
  measured: spreadOf([9000, 6000, 7000]),
  beside: { what: "bare", measured: spreadOf([10_000, 10_000, 10_000]) },
  goal: { minRatio: 0.6 },
};

test("a row has the figure, the comparison, their ratio, the goal, and whether it is met", () => {
  expect(tableRow(judge("speed", rate)).trimEnd().split(/ {2,}/)).to.deep.equal([
    "speed",
    "requests",
    "7,000/s (6,000/s – 9,000/s)",
    "10,000/s (10,000/s – 10,000/s) bare",
    "70 % (60 % – 90 %)",
    "≥ 60 %",
    "yes",
  ]);
});

test("columns are aligned with their headings", () => {
  const [names = "", rule = ""] = tableHead().split("\n");
  const row = tableRow(judge("speed", rate));
  expect(names.indexOf("beside it")).to.equal(row.indexOf("10,000/s"));
  expect(rule.lastIndexOf(" ") + 1)
    .to.equal(names.indexOf("met"))
    .and.to.equal(row.indexOf("yes"));
});

test("a ratio above its maximum misses the goal", () => {
  const slow = { ...rate, unit: "ms", goal: { maxRatio: 0.65 } } as const;
  expect(tableRow(judge("wait", slow))).to.match(/≤ 65 % {2,}NO\n$/);
  expect(tableRow(judge("wait", { ...slow, goal: { maxRatio: 0.7 } }))).to.match(/≤ 70 % {2,}yes\n$/);
});

test("a missed goal is shown, and a figure without a goal has no verdict", () => {
  const slow: Figure = { what: "start", unit: "ms", measured: spreadOf([161]), goal: { atMost: 160 } };
  const { goal, ...explaining } = slow;
  expect(tableRow(judge("speed", slow))).to.match(/≤ 160 ms {2,}NO\n$/);
  expect(tableRow(judge("speed", explaining))).to.match(/161 ms\n$/);
});
