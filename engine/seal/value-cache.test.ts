import { test } from "node:test";
import { expect } from "chai";
import { ValueCache } from "./value-cache.ts";

test("values are dropped if they are unused while half of the cache is filled", () => {
  const cache = new ValueCache({ maxCharacters: 48 });
  const keys = [..."abcdefghijklmnop"];
  for (const key of keys) cache.set(key, "xx");
  expect(cache.characters).to.equal(48);
  cache.get("a");
  expect(["a", "b", "h", "i", "p"].map((key) => cache.has(key))).to.deep.equal([true, false, false, true, true]);
  for (const key of [..."qrstuvwx"]) cache.set(key, "xx");
  expect(["a", "i", "p", "q", "x"].map((key) => cache.has(key))).to.deep.equal([true, false, false, true, true]);
  expect(cache.characters).to.be.at.most(48);
});

test("a value in constant use stays cached", () => {
  const cache = new ValueCache({ maxCharacters: 320 });
  cache.set("kept", "1");
  for (let i = 0; i < 1000; i++) {
    expect(cache.get("kept")).to.equal("1");
    cache.set(`other ${i}`, "2");
    expect(cache.characters).to.be.at.most(320);
  }
});

test("the number of characters is updated when a value is replaced or deleted", () => {
  const cache = new ValueCache({ maxCharacters: 320 });
  cache.set("key", "0123456789");
  cache.set("key", "01");
  expect(cache.characters).to.equal(5);
  cache.delete("key");
  cache.delete("key");
  expect(cache.characters).to.equal(0);
});

test("a replaced value in the old generation is removed", () => {
  const cache = new ValueCache({ maxCharacters: 48 });
  cache.set("a", "1");
  for (const key of [..."bcdefghij"]) cache.set(key, "xx");
  cache.set("a", "2");
  expect(cache.get("a")).to.equal("2");
  cache.delete("a");
  expect(cache.get("a")).to.equal(undefined);
});

test("one long value does not displace all others", () => {
  const cache = new ValueCache({ maxCharacters: 160 });
  cache.set("a", "1");
  cache.set("b", "x".repeat(10));
  expect(cache.get("b")).to.equal(undefined);
  expect(cache.get("a")).to.equal("1");
});
