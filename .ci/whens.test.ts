import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { needlessWhens } from "./features/needless-whens.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

function feature(...lines: readonly string[]): string {
  return ["Feature: a", ...lines].join("\n");
}

suite("only one When of a scenario takes effect, unless order is its subject", () => {
  test("in every feature", () => {
    const files = globSync("features/**/*.feature", { cwd: checkoutRoot }).toSorted();
    expect(files.length).to.be.above(50);
    const found = files.flatMap((file) =>
      needlessWhens(readFileSync(checkoutRoot + file, "utf8")).map((line) => `${file}:${line}`),
    );
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  const [first, second] = ["  When a", "  When b"];

  test("a second one is found, also in an outline", () => {
    expect(needlessWhens(feature("Scenario: x", first, "  Then c", second, "  Then d"))).to.deep.equal([
      '2: 2 × When in "x"',
    ]);
    expect(needlessWhens(feature("Scenario Outline: x", first, second))).to.have.length(1);
  });

  test("a refused one is allowed", () => {
    const refused = "  Then the request is refused";
    expect(needlessWhens(feature("Scenario: x", first, refused, second, "  Then c"))).to.deep.equal([]);
    expect(needlessWhens(feature("Scenario: x", first, refused, second, refused))).to.deep.equal([]);
    expect(needlessWhens(feature("Scenario: x", first, refused, second, "  Then c", first))).to.have.length(1);
  });

  test("@order allows any number in its scenario only", () => {
    const two = [first, second];
    expect(needlessWhens(feature("@order", "Scenario: x", ...two, "Scenario: y", ...two))).to.deep.equal([
      '6: 2 × When in "y"',
    ]);
  });
});
