import { test } from "node:test";
import { expect } from "chai";
import { BadWords, wantedBy } from "./words.ts";

const known = ["start-up", "memory"];

test("without a name all are wanted, with names those, in their own order", () => {
  expect(wantedBy([], known)).to.deep.equal({ names: known, json: false });
  expect(wantedBy(["--json", "memory"], known)).to.deep.equal({ names: ["memory"], json: true });
  expect(wantedBy(["memory", "start-up"], known).names).to.deep.equal(known);
});

test("an unknown name lists those there are, an unknown option the one there is", () => {
  expect(() => wantedBy(["speed"], known)).to.throw(BadWords, "no benchmark is named speed; known: start-up, memory");
  expect(() => wantedBy(["--fast"], known)).to.throw(BadWords, "the only option is --json");
});
