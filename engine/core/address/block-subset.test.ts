import { test } from "node:test";
import { expect } from "chai";
import { growth } from "../../api/requests/growth.suite.ts";
import { areBlocksWithin } from "./block-subset.ts";

test("the cost is linear in the number of blocks, not quadratic", () => {
  const work = (size: number) => {
    const blocks = Array.from({ length: size }, (_, at) => `10.${(at >> 8) & 255}.${at & 255}.0/${24 + (at % 8)}`);
    return () => void areBlocksWithin(blocks, blocks);
  };
  expect(growth(work, 2_000)).to.be.below(1.6);
});

for (const [inner, outer, within] of [
  [["10.1.0.0/16"], ["10.0.0.0/8"], true],
  [["10.1.0.0/16"], ["10.1.0.0/16"], true],
  [["10.0.0.0/8"], ["10.1.0.0/16"], false],
  [["10.1.0.0/8"], ["10.1.0.0/16"], false],
  [["10.1.2.3"], ["192.168.0.0/16", "10.1.2.0/24"], true],
  [["10.1.2.3", "11.0.0.1"], ["10.0.0.0/8"], false],
  [["::1"], ["0.0.0.0/0"], false],
  [["::ffff:10.0.0.1"], ["10.0.0.0/8"], true],
  [["0.0.0.0/0"], ["::/0"], false],
  [["2001:db8::/16"], ["10.0.0.0/8", "2001:db8::/32"], false],
  [["2001:db8::/48"], ["2001:db8::/32"], true],
  [["bogus"], ["0.0.0.0/0"], false],
  [["10.0.0.1"], ["bogus"], false],
  [[], [], true],
  [["10.0.0.1"], [], false],
] as const) {
  test(`[${inner}] ${within ? "is" : "is not"} within [${outer}]`, () => {
    expect(areBlocksWithin(inner, outer)).to.equal(within);
  });
}
