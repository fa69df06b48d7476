import { test } from "node:test";
import { expect } from "chai";
import { ratioOf, spreadOf } from "./spread.ts";

test("the median of an odd number of samples is the middle one, and of an even number the mean of two", () => {
  expect(spreadOf([9, 1, 4]).median).to.equal(4);
  expect(spreadOf([9, 1, 4, 6]).median).to.equal(5);
  expect(spreadOf([7]).median).to.equal(7);
});

test("a ratio is computed turn by turn, or with the only sample", () => {
  expect(ratioOf(spreadOf([10, 30]), spreadOf([5, 10])).samples).to.deep.equal([2, 3]);
  expect(ratioOf(spreadOf([10, 30]), spreadOf([5])).samples).to.deep.equal([2, 6]);
});

test("no samples are an error", () => {
  expect(() => spreadOf([])).to.throw("nothing was measured");
});
