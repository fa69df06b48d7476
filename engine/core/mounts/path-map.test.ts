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
    test(`at ${path.length > 20 ? "a long path" : `"${path}"`} ${found ? "are those nearest above" : "are none"}`, () => {
      expect(paths.find(path)).to.deep.equal(found);
    });
  }

  test("there are none without paths", () => {
    expect(new PathMap().find("a/b")).to.equal(undefined);
  });
});
