import { suite, test } from "node:test";
import { expect } from "chai";
import { PathMap } from "./path-map.ts";

suite("values by path", () => {
  const paths = new PathMap([
    ["a/", 1],
    ["a/b/", 2],
  ]);

  for (const [path, found] of [
    ["a", [1, ""]],
    ["a/", [1, ""]],
    ["a/c/d", [1, "c/d"]],
    ["a/bc", [1, "bc"]],
    ["a/b", [2, ""]],
    ["a/b/", [2, ""]],
    ["a/b/c/", [2, "c/"]],
    [`a/b/${"c/".repeat(5_000)}`, [2, "c/".repeat(5_000)]],
    ["b/a", undefined],
    ["ab", undefined],
    ["", undefined],
    ["/", undefined],
    ["/a", undefined],
  ] as const) {
    test(`the entry for ${path.length > 20 ? "a long path" : `"${path}"`} ${found ? "is the nearest one above it" : "is undefined"}`, () => {
      expect(paths.find(path)).to.deep.equal(found);
    });
  }

  test("an empty map has no entry for any path", () => {
    expect(new PathMap().find("a/b")).to.equal(undefined);
  });
});
