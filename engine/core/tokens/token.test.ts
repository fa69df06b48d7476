import { suite, test } from "node:test";
import { expect } from "chai";
import { completeToken, recordOf, tokenOf } from "./token.ts";
import { wanted } from "./token-ends.suite.ts";
import { type Uses, usedOnce } from "./uses.ts";

suite("a token's uses", () => {
  for (const [uses, number] of [
    ["unlimited", undefined],
    ["last", -1],
    [3, 3],
  ] as readonly (readonly [Uses, number | undefined])[]) {
    test(`${uses} is stored as ${number}, the format of existing stores, and read back`, () => {
      const token = completeToken({ ...wanted, uses }, "key");
      expect(recordOf(token).uses).to.equal(number);
      expect(tokenOf("key", recordOf(token))).to.deep.equal(token);
    });
  }

  test("are used up after the last", () => {
    expect([3, 2, 1, "last", "unlimited"].map((uses) => usedOnce(uses as Uses))).to.deep.equal([
      2,
      1,
      "last",
      undefined,
      "unlimited",
    ]);
  });
});
