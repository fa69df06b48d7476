import { test } from "node:test";
import { expect } from "chai";
import { CallsTaken } from "./calls-taken.ts";

test("a call is accepted once, also when it arrives after calls that were sent later", () => {
  const taken = new CallsTaken(10);
  expect([1, 2, 5, 3, 5, 2, 4, 4].map((id) => taken.take(id))).to.deep.equal([
    true,
    true,
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
});

test("the memory of calls is bounded, and a number that is too far behind counts as known", () => {
  const taken = new CallsTaken(10);
  for (let id = 1; id <= 1000; id++) expect(taken.take(id), `${id}`).to.equal(true);
  for (let id = 1; id <= 1000; id++) expect(taken.take(id), `${id}`).to.equal(false);
  expect(taken.take(Number.MAX_SAFE_INTEGER)).to.equal(true);
  expect(taken.take(1001)).to.equal(false);
});
