import { suite, test } from "node:test";
import { expect } from "chai";
import { growthOf } from "./linear-time/growth.ts";
import { scanners } from "./linear-time/scanners.ts";

for (const { name, inputs, run } of scanners) {
  suite(`${name} takes linear time`, () => {
    for (const [input, make] of Object.entries(inputs)) {
      test(input, async () => {
        const growth = await growthOf(make, run);
        expect(growth.isLinear, JSON.stringify(growth)).to.equal(true);
      });
    }
  });
}

suite("growth", () => {
  test("of a quadratic scan is detected, even if only a part of its cost is quadratic", async () => {
    const pattern = /\s+$/;
    expect((await growthOf(spaces, (text) => pattern.test(text))).isLinear).to.equal(false);
    expect((await growthOf(spaces, (text) => pattern.test(spaces(text.length / 8)))).isLinear).to.equal(false);
  });

  test("of a linear scan is accepted", async () => {
    expect((await growthOf(spaces, (text) => /^\s+$/.test(text))).isLinear).to.equal(true);
  });
});

function spaces(size: number): string {
  return `${" ".repeat(size)}x`;
}
