import { test } from "node:test";
import { expect } from "chai";
import { nearest } from "#harness/cli/nearest.ts";

const known = ["rehearse", "up", "--stage", "--seed"];

test("letters left out, added, mistaken or swapped are forgiven", () => {
  for (const word of ["reherse", "rehearsee", "rehaerse", "Rehearse"])
    expect(nearest(word, known)).to.equal("rehearse");
  expect(nearest("--sede", known)).to.equal("--seed");
  expect(nearest("pu", known)).to.equal("up");
});

test("what resembles nothing is not guessed at", () => {
  expect(nearest("frobnicate", known)).to.equal(undefined);
  expect(nearest("", known)).to.equal(undefined);
  expect(nearest("x", [])).to.equal(undefined);
});
