import { test } from "node:test";
import { expect } from "chai";
import { readSeedRange } from "./seed-range.ts";

test("a range of seeds is a number, or two numbers separated by dots", () => {
  expect(readSeedRange("7")).to.deep.equal({ first: 7, last: 7 });
  expect(readSeedRange("1..500")).to.deep.equal({ first: 1, last: 500 });
  expect(readSeedRange("4294967295")).to.deep.equal({ first: 4_294_967_295, last: 4_294_967_295 });
});

for (const text of [
  "",
  "x",
  "1..",
  "..5",
  "1.5",
  "-1",
  "9..3",
  "1...5",
  " 1",
  "1..2..3",
  "4294967296",
  "0..4294967295",
]) {
  test(`${JSON.stringify(text)} is refused as a range of seeds`, () => {
    expect(readSeedRange(text)).to.equal(undefined);
  });
}
