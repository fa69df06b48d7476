import { test } from "node:test";
import { expect } from "chai";
import { BadWords, wantedBy } from "./arguments.ts";

const known = ["start-up", "memory"];

test("without a name all are wanted, with names those, in their own order", () => {
  expect(wantedBy([], known)).to.deep.equal({ names: known, json: false, list: false });
  expect(wantedBy(["--json", "memory"], known)).to.deep.equal({ names: ["memory"], json: true, list: false });
  expect(wantedBy(["memory", "start-up"], known).names).to.deep.equal(known);
});

test("an unknown name lists those there are, an unknown option those there are", () => {
  expect(() => wantedBy(["speed"], known)).to.throw(BadWords, "no benchmark is named speed; known: start-up, memory");
  expect(() => wantedBy(["memry"], known)).to.throw(BadWords, "no benchmark is named memry; did you mean memory?");
  expect(wantedBy(["--list"], known)).to.include({ list: true });
  expect(() => wantedBy(["--fast"], known)).to.throw(BadWords, "the options are --json and --list");
});
