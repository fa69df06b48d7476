import { suite, test } from "node:test";
import { expect } from "chai";
import { circlesIn } from "./circles.ts";

const circles = (imports: Readonly<Record<string, readonly string[]>>) => circlesIn(new Map(Object.entries(imports)));

suite("circular imports", () => {
  test("do not exist if all imports point in one direction", () => {
    expect(circles({ a: ["b", "c"], b: ["c", "d"], c: ["d"], d: [] })).to.deep.equal([]);
  });
  test("are two files that import each other, and a file that imports itself", () => {
    expect(circles({ a: ["b"], b: ["a", "c"], c: ["c"] })).to.deep.equal([["a", "b"], ["c"]]);
  });
  test("include a long cycle once, without files that only import it or are imported by it", () => {
    expect(circles({ start: ["a"], a: ["b"], b: ["c"], c: ["d", "a"], d: ["end"], end: [] })).to.deep.equal([
      ["a", "b", "c"],
    ]);
  });
  test("are one circle if two have a file in common", () => {
    expect(circles({ a: ["b", "c"], b: ["a"], c: ["a"] })).to.deep.equal([["a", "b", "c"]]);
  });
});
