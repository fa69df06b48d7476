import { test } from "node:test";
import { expect } from "chai";
import { derElement } from "./der-element.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

test("an element is its tag, its content and the bytes after it", () => {
  expect(derElement(bytes(0x04, 2, 7, 8, 9))).to.deep.equal({ tag: 0x04, content: bytes(7, 8), rest: bytes(9) });
  expect(derElement(bytes(0x05, 0))).to.deep.equal({ tag: 0x05, content: bytes(), rest: bytes() });
});

test("a length of 128 or more has additional length bytes", () => {
  const two = derElement(bytes(0x04, 0x81, 0x80, ...new Uint8Array(128), 1));
  expect(two?.content.length).to.equal(128);
  expect(two?.rest).to.deep.equal(bytes(1));
  expect(derElement(bytes(0x04, 0x82, 0x01, 0x02, ...new Uint8Array(258)))?.content.length).to.equal(258);
});

for (const [what, element] of [
  ["nothing", bytes()],
  ["a tag without a length", bytes(0x04)],
  ["truncated content", bytes(0x04, 2, 7)],
  ["a truncated length", bytes(0x04, 0x82, 1)],
  ["an indefinite length", bytes(0x04, 0x80, 7, ...new Uint8Array(127))],
  ["a length with a leading zero byte", bytes(0x04, 0x82, 0, 0x80, ...new Uint8Array(128))],
  ["a short length in the long form", bytes(0x04, 0x81, 1, 7)],
  ["a length with the maximum number of bytes", bytes(0x04, 0xff, ...new Uint8Array(127).fill(0xff))],
  ["a length beyond the end of the bytes", bytes(0x04, 0x84, 0xff, 0xff, 0xff, 0xff, 7)],
] as const) {
  test(`${what} is no element`, () => {
    expect(derElement(element)).to.equal(undefined);
  });
}
