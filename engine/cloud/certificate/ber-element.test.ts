import { test } from "node:test";
import { expect } from "chai";
import { berElements, onlyElement } from "./ber-element.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

test("an element has its tag, its content and the complete bytes", () => {
  const [first, second] = berElements(bytes(0x04, 2, 7, 8, 0x05, 0));
  expect(first).to.deep.equal({ tag: 0x04, content: bytes(7, 8), whole: bytes(0x04, 2, 7, 8), isDerLength: true });
  expect(second).to.deep.equal({ tag: 0x05, content: bytes(), whole: bytes(0x05, 0), isDerLength: true });
});

for (const [what, element, length] of [
  ["a length of 128 or more with additional length bytes", bytes(0x04, 0x81, 0x80, ...new Uint8Array(128)), 128],
  ["a length with two additional bytes", bytes(0x04, 0x82, 0x01, 0x02, ...new Uint8Array(258)), 258],
] as const) {
  test(`DER has ${what}`, () => {
    expect(onlyElement(element)).to.include({ isDerLength: true }).and.nested.property("content.length", length);
  });
}

for (const [what, element, length] of [
  ["an indefinite length", bytes(0x24, 0x80, 0x04, 1, 7, 0, 0), 3],
  ["a length with a leading zero byte", bytes(0x04, 0x82, 0, 0x80, ...new Uint8Array(128)), 128],
  ["a short length in the long form", bytes(0x04, 0x81, 1, 7), 1],
] as const) {
  test(`${what} exists in BER but not in DER`, () => {
    expect(onlyElement(element)).to.include({ isDerLength: false }).and.nested.property("content.length", length);
  });
}

for (const [what, element] of [
  ["nothing", bytes()],
  ["a tag without a length", bytes(0x04)],
  ["truncated content", bytes(0x04, 2, 7)],
  ["a truncated length", bytes(0x04, 0x82, 1)],
  ["an indefinite length without elements", bytes(0x04, 0x80, 7, 0, 0)],
  ["an indefinite length without an end mark", bytes(0x24, 0x80, 0x04, 1, 7)],
  ["a length with the maximum number of bytes", bytes(0x04, 0xff, ...new Uint8Array(127).fill(0xff))],
  ["a length beyond the end of the bytes", bytes(0x04, 0x84, 0xff, 0xff, 0xff, 0xff, 7)],
] as const) {
  test(`${what} is no element`, () => {
    expect(() => onlyElement(element)).to.throw();
  });
}
