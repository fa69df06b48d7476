import { suite, test } from "node:test";
import { expect } from "chai";
import { boundsOf, bytesOfKey, keyOfBytes } from "./key-bytes.ts";

const units = [
  0, 1, 0x41, 0x7e, 0x7f, 0x80, 0x7ff, 0x800, 0xcfff, 0xd000, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfffe,
  0xffff,
];
const keys = [
  "",
  ...units.flatMap((one) => [[one], ...units.map((other) => [one, other])].map((pair) => String.fromCharCode(...pair))),
];

suite("keys as bytes", () => {
  test("sort like keys, by code unit", () => {
    const byBytes = keys.map((key) => bytesOfKey(key)).toSorted(Buffer.compare);
    expect(byBytes.map(keyOfBytes)).to.deep.equal(keys.toSorted());
  });

  test("decode to the same key and contain no byte 0xff", () => {
    for (const key of [...keys, "a\u{1f600}\ud800\uff5eb".repeat(3), "한\ud7ff글\ud800"]) {
      expect(keyOfBytes(bytesOfKey(key)) === key, JSON.stringify(key)).to.equal(true);
      expect(bytesOfKey(key).includes(0xff)).to.equal(false);
    }
  });

  test("are UTF-8 unless a letter needs a surrogate pair, and a prefix stays a prefix", () => {
    expect(bytesOfKey("aü\uff5e").toString("hex")).to.equal(Buffer.from("aü\uff5e").toString("hex"));
    expect(bytesOfKey("\u{1f600}x").toString("hex")).to.equal("eda0bdedb88078");
    expect(bytesOfKey("\u{1f600}").subarray(0, 3)).to.deep.equal(bytesOfKey("\ud83d"));
  });

  test("bound a range to the keys with the prefix", () => {
    for (const prefix of keys.slice(0, 60)) {
      const { from, to, inclusive } = boundsOf(prefix, "");
      const inside = keys.filter(
        (key) => Buffer.compare(bytesOfKey(key), from) >= 0 && Buffer.compare(bytesOfKey(key), to) < 0,
      );
      expect(inside).to.deep.equal(keys.filter((key) => key.startsWith(prefix)));
      expect(inclusive).to.equal(true);
    }
  });
});
