import { suite, test } from "node:test";
import { expect } from "chai";
import { circlesIn } from "./circles.ts";

const circles = (imports: Readonly<Record<string, readonly string[]>>) => circlesIn(new Map(Object.entries(imports)));

suite("circles of imports", () => {
  test("none where all import one way, however often", () => {
    expect(circles({ a: ["b", "c"], b: ["c", "d"], c: ["d"], d: [] })).to.deep.equal([]);
  });
  test("two that import each other, and one that imports itself", () => {
    expect(circles({ a: ["b"], b: ["a", "c"], c: ["c"] })).to.deep.equal([["a", "b"], ["c"]]);
  });
  test("a long way round is one circle, and what only imports it or is imported by it is not in it", () => {
    expect(circles({ start: ["a"], a: ["b"], b: ["c"], c: ["d", "a"], d: ["end"], end: [] })).to.deep.equal([
      ["a", "b", "c"],
    ]);
  });
  test("two circles with a file in common are one", () => {
    expect(circles({ a: ["b", "c"], b: ["a"], c: ["a"] })).to.deep.equal([["a", "b", "c"]]);
  });
});
