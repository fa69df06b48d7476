import { test } from "node:test";
import { expect } from "chai";
import { BadWords, wantedBy } from "./arguments.ts";

const known = ["start-up", "memory"];

test("selects all benchmarks without a name, and otherwise the named ones in the usual order", () => {
  expect(wantedBy([], known)).to.deep.equal({ names: known, json: false, list: false });
  expect(wantedBy(["--json", "memory"], known)).to.deep.equal({ names: ["memory"], json: true, list: false });
  expect(wantedBy(["memory", "start-up"], known).names).to.deep.equal(known);
});

test("an unknown name is reported with the known names, and an unknown option with the known options", () => {
  expect(() => wantedBy(["speed"], known)).to.throw(BadWords, "no benchmark is named speed; known: start-up, memory");
  expect(() => wantedBy(["memry"], known)).to.throw(BadWords, "no benchmark is named memry; did you mean memory?");
  expect(wantedBy(["--list"], known)).to.include({ list: true });
  expect(() => wantedBy(["--fast"], known)).to.throw(BadWords, "the options are --json and --list");
});
