import { test } from "node:test";
import { expect } from "chai";
import { givenLate } from "../ports/late-values.suite.ts";
import { storeSuite } from "../ports/store.suite.ts";
import { memoryStore } from "./memory-store.ts";

storeSuite("memory", async () => memoryStore());
storeSuite("memory, of values that are made late", async () => givenLate(memoryStore()));

/** A store in memory, and what it had made. */
function counting() {
  const { late, ...store } = memoryStore();
  const made: string[] = [];
  const value = (key: string) => ({ make: () => made[made.push(key) - 1] ?? "" });
  return { store, late, made, put: (key: string) => late.commit([{ key, value: value(key) }]) };
}

test("a late value is made when it is read, once, and never when it is overwritten or deleted before", async () => {
  const { store, late, made, put } = counting();
  for (const key of ["read", "listed", "overwritten", "deleted", "named"]) await put(key);
  await late.commit([{ key: "overwritten", value: "x" }]);
  await store.commit([{ key: "deleted", value: null }]);
  expect(await store.range({ prefix: "", keysOnly: true })).to.have.length(4);
  expect(made).to.deep.equal([]);
  for (let times = 0; times < 2; times++) {
    expect(await store.read("read")).to.equal("read");
    expect(await store.range({ prefix: "listed" })).to.deep.equal([["listed", "listed"]]);
  }
  expect(made).to.deep.equal(["read", "listed"]);
  late.make();
  late.make();
  expect(made).to.deep.equal(["read", "listed", "named"]);
});

test("so many late values are made as are asked for, the oldest first, until none are left", async () => {
  const { late, made, put } = counting();
  for (const key of ["a", "b", "c"]) await put(key);
  expect(late.make(2)).to.equal(true);
  expect(made).to.deep.equal(["a", "b"]);
  await put("d");
  expect(late.make(1)).to.equal(true);
  expect(late.make(9)).to.equal(false);
  expect(made).to.deep.equal(["a", "b", "c", "d"]);
  expect(late.make(1)).to.equal(false);
});

test("a late value is given back as it was handed over, until it is made", async () => {
  const { late } = counting();
  const value = { make: () => "made" };
  await late.commit([{ key: "a", value }]);
  expect(await late.read("a")).to.equal(value);
  expect(await late.read("b")).to.equal(undefined);
  late.make();
  expect(await late.read("a")).to.equal("made");
});

/** Keys that wait for a place in the tree, late values in each of the two lots, and late values that are written before the first is made. */
const unplaced = 1024;
const lot = 49_152;
const most = lot + unplaced;

test("of too many late values the oldest are made, little by little, however often one is written", async () => {
  const { late, made, put } = counting();
  for (let at = 0; at < most; at++) await put(`key ${at}`);
  expect(made).to.have.length(0);
  for (let times = 0; times < most; times++) await put("again and again");
  expect(made).to.deep.equal(["key 0"]);
  await put("another");
  expect(made).to.deep.equal(["key 0", "key 1"]);
  for (let at = most; at < most + lot; at++) await put(`key ${at}`);
  expect(made).to.have.length(lot + 2);
  expect(made.at(-1)).to.equal(`key ${lot + 1}`);
  late.make();
  expect(new Set(made).size).to.equal(most + lot + 2);
  expect(made).to.have.length(most + lot + 2);
  await put("key 1");
  late.make();
  expect(made.at(-1)).to.equal("key 1");
});

test("of many late values those that are written again and again are not made each time", async () => {
  const { late, made, put } = counting();
  for (let time = 0; time < 3; time++) for (let at = 0; at < most; at++) await put(`key ${at}`);
  expect(made).to.have.length(0);
  await put("another");
  expect(made).to.deep.equal(["key 0"]);
  late.make();
  expect(made).to.have.length(most + 1);
});

test("a range that follows a burst of writes moves a bounded number of keys into the tree", async () => {
  const { store, made, put } = counting();
  for (let at = 0; at < most + lot; at++) await put(`key ${at}`);
  const before = made.length;
  await store.range({ prefix: "", keysOnly: true, limit: 1 });
  expect(made.length - before).to.be.within(1, unplaced);
});

test("what was written is found, overwritten and deleted in its order, whether a range was read meanwhile or not", async () => {
  const { store, late, made, put } = counting();
  const keys = ["b", "a/2", "a/1", "c"];
  for (const key of keys) await put(key);
  expect((await store.range({ prefix: "a/", keysOnly: true })).map(([key]) => key)).to.deep.equal(["a/1", "a/2"]);
  await late.commit([
    { key: "a/1", value: "new" },
    { key: "a/2", value: null },
    { key: "b", value: "" },
  ]);
  expect(await store.read("a/1")).to.equal("new");
  expect(await store.read("a/2")).to.equal(undefined);
  expect(await store.range({ prefix: "" })).to.deep.equal([
    ["a/1", "new"],
    ["b", ""],
    ["c", "c"],
  ]);
  late.make();
  expect(made).to.deep.equal(["c"]);
  await store.commit([{ key: "a/1", value: null }]);
  expect((await store.range({ prefix: "" })).map(([key]) => key)).to.deep.equal(["b", "c"]);
});

test("no value is lost or empty, however keys with and without values stand beside each other and go", async () => {
  let state = 1;
  const chance = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let round = 0; round < 40; round++) {
    const { store } = counting();
    const held = new Map<string, string>();
    const change = (key: string, value: string | null) => {
      if (value === null) held.delete(key);
      else held.set(key, value);
      return store.commit([{ key, value }]);
    };
    for (let number = 0; number < 900; number++) {
      await change(`child/${number}`, "");
      await change(`token/${number}`, `of ${number}`);
    }
    await store.range({ prefix: "child/", keysOnly: true, limit: 1 });
    await store.range({ prefix: "", limit: 1 });
    for (let number = 0; number < 900; number++) {
      if (chance(20) === 0) continue;
      await change(`child/${number}`, null);
      if (chance(3) > 0) await change(`token/${number}`, null);
    }
    expect(await store.range({ prefix: "" })).to.deep.equal([...held].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
});

test("a range misses no key although late values are made while it is read", async () => {
  const { store, put } = counting();
  const keys = Array.from({ length: 2_000 }, (_, number) => `key ${(number * 7_919) % 2_000}`.padEnd(10, "."));
  for (const key of keys) await put(key);
  const found = await store.range({ prefix: "", maxCharacters: Number.MAX_SAFE_INTEGER });
  expect(found.map(([key]) => key)).to.deep.equal(keys.toSorted());
});
