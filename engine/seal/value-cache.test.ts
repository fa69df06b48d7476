import { test } from "node:test";
import { expect } from "chai";
import { ValueCache } from "./value-cache.ts";

test("what was used least recently goes first when there are too many characters", () => {
  const cache = new ValueCache({ mostCharacters: 48 });
  const keys = [..."abcdefghijklmnop"];
  for (const key of keys) cache.set(key, "xx");
  expect(cache.characters).to.equal(48);
  cache.get("a");
  cache.set("q", "xx");
  expect(["a", "b", "c", "q"].map((key) => cache.has(key))).to.deep.equal([true, false, true, true]);
  cache.set("c", "yy");
  cache.set("r", "xx");
  expect(["a", "c", "d", "e"].map((key) => cache.has(key))).to.deep.equal([true, true, false, true]);
  expect(cache.characters).to.equal(48);
});

test("characters are counted again when a value is replaced or dropped", () => {
  const cache = new ValueCache({ mostCharacters: 320 });
  cache.set("key", "0123456789");
  cache.set("key", "01");
  expect(cache.characters).to.equal(5);
  cache.delete("key");
  cache.delete("key");
  expect(cache.characters).to.equal(0);
});

test("one long value does not drive out all others", () => {
  const cache = new ValueCache({ mostCharacters: 160 });
  cache.set("a", "1");
  cache.set("b", "x".repeat(10));
  expect(cache.get("b")).to.equal(undefined);
  expect(cache.get("a")).to.equal("1");
});
