import { test } from "node:test";
import { expect } from "chai";
import { isInBlocks, parseAddressBlock } from "./address-block.ts";

const cases: readonly (readonly [address: string, block: string, inside: boolean])[] = [
  ["10.1.2.3", "10.0.0.0/8", true],
  ["11.1.2.3", "10.0.0.0/8", false],
  ["10.1.2.3", "10.1.2.3", true],
  ["10.1.2.4", "10.1.2.3", false],
  ["10.1.2.3", "10.1.2.3/32", true],
  ["10.1.2.3", "0.0.0.0/0", true],
  ["10.0.0.127", "10.0.0.0/25", true],
  ["10.0.0.128", "10.0.0.0/25", false],
  ["10.0.0.200", "10.0.0.129/25", true],
  ["::1", "::1", true],
  ["::2", "::1", false],
  ["2001:db8::17", "2001:DB8::/32", true],
  ["2001:db9::17", "2001:db8::/32", false],
  ["2001:db8:0:0:8000::1", "2001:db8::/65", false],
  ["fe80::1%eth0", "fe80::/10", true],
  ["::ffff:10.1.2.3", "10.0.0.0/8", true],
  ["::ffff:a01:203", "10.0.0.0/8", true],
  ["10.1.2.3", "::ffff:10.0.0.0/104", true],
  ["11.1.2.3", "::ffff:10.0.0.0/104", false],
  ["10.1.2.3", "::/0", false],
  ["::1", "0.0.0.0/0", false],
  ["somewhere", "0.0.0.0/0", false],
  ["", "::/0", false],
];

for (const [address, block, inside] of cases) {
  test(`CLOUD-TOKEN-11: ${address || "no address"} is ${inside ? "" : "not "}in ${block}`, () => {
    expect(isInBlocks(address, [block])).to.equal(inside);
  });
}

test("CLOUD-TOKEN-11: an address in one of several blocks is accepted", () => {
  expect(isInBlocks("10.1.2.3", ["192.168.0.0/16", "10.0.0.0/8"])).to.equal(true);
});

const odd = [
  "",
  "bogus",
  "10.0.0/8",
  "10.0.0.256",
  "010.0.0.1",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0.0.0/",
]
  .concat([
    "::/129",
    "1:2:3",
    "1::2::3",
    ":::",
    "12345::",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8",
    "::ffff:10.0.0.0/95",
  ])
  .concat(["fe80::1%eth0/64", "::10.0.0"]);

for (const text of odd) {
  test(`${JSON.stringify(text)} is not parsed as an address block`, () => {
    expect(parseAddressBlock(text)).to.equal(undefined);
  });
}
