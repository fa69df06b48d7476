import { test } from "node:test";
import { expect } from "chai";
import { nearest } from "#harness/cli/nearest.ts";

const known = ["rehearse", "up", "--stage", "--seed"];

test("missing, added, wrong and swapped letters are tolerated", () => {
  for (const word of ["reherse", "rehearsee", "rehaerse", "Rehearse"])
    expect(nearest(word, known)).to.equal("rehearse");
  expect(nearest("--sede", known)).to.equal("--seed");
  expect(nearest("pu", known)).to.equal("up");
});

test("a word that resembles no known word gets no suggestion", () => {
  expect(nearest("frobnicate", known)).to.equal(undefined);
  expect(nearest("", known)).to.equal(undefined);
  expect(nearest("x", [])).to.equal(undefined);
});
