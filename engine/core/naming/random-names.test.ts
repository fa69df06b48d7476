import { test } from "node:test";
import { expect } from "chai";
import { lettersOf } from "./random-names.ts";

test("the letters for a digest never change, because stored tokens are looked up by them", () => {
  expect(lettersOf("00000000ffffffff800000000123456789abcdef")).to.equal("AAAAADMPpqClmUV70FSBLWaTg");
});
