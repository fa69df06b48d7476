import { test } from "node:test";
import { expect } from "chai";
import { listOf, outlook } from "./outlook.ts";

const known = [
  { name: "memory", about: "of a process", minutes: 1 },
  { name: "start-up", about: "of three clusters", minutes: 2 },
  { name: "new" },
];

test("the list has a line for each benchmark with its name, duration and description", () => {
  expect(listOf(known).split("\n")).to.deep.equal([
    "memory    1 min      of a process",
    "start-up  2 min      of three clusters",
    "new       not known",
    "",
  ]);
});

test("the outlook is the sum of the durations, and names benchmarks with an unknown one", () => {
  expect(outlook(known.slice(0, 2))).to.equal("2 benchmarks: about 3 min on two idle cores");
  expect(outlook(known)).to.match(/^3 benchmarks: about 3 min .*, and what new takes$/);
  expect(outlook(known.slice(0, 1))).to.match(/^1 benchmark: about 1 min /);
});
