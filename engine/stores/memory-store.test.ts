import { test } from "node:test";
import { expect } from "chai";
import { withLateValues } from "../ports/late-values.suite.ts";
import { storeSuite } from "../ports/store.suite.ts";
import { memoryStore } from "./memory-store.ts";

storeSuite("memory", async () => memoryStore());
storeSuite("memory, with late values", async () => withLateValues(memoryStore()));

function counting() {
  const { late, ...store } = memoryStore();
  const made: string[] = [];
  const value = (key: string) => ({ make: () => made[made.push(key) - 1] ?? "" });
  return { store, late, made, put: (key: string) => late.commit([{ key, value: value(key) }]) };
}

test("a late value is computed once, when it is read, and never if it is overwritten or deleted before", async () => {
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

test("the given number of late values is computed, oldest first, until none are left", async () => {
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

test("a late value is returned as it was committed until it is computed", async () => {
  const { late } = counting();
  const value = { make: () => "made" };
  await late.commit([{ key: "a", value }]);
  expect(await late.read("a")).to.equal(value);
  expect(await late.read("b")).to.equal(undefined);
  late.make();
  expect(await late.read("a")).to.equal("made");
});

const unplaced = 1024;
const halfQueue = 49_152;
const most = halfQueue + unplaced;

test("above the maximum, the oldest late values are computed one by one, however often one key is written", async () => {
  const { late, made, put } = counting();
  for (let at = 0; at < most; at++) await put(`key ${at}`);
  expect(made).to.have.length(0);
  for (let times = 0; times < most; times++) await put("again and again");
  expect(made).to.deep.equal(["key 0"]);
  await put("another");
  expect(made).to.deep.equal(["key 0", "key 1"]);
  for (let at = most; at < most + halfQueue; at++) await put(`key ${at}`);
  expect(made).to.have.length(halfQueue + 2);
  expect(made.at(-1)).to.equal(`key ${halfQueue + 1}`);
  late.make();
  expect(new Set(made).size).to.equal(most + halfQueue + 2);
  expect(made).to.have.length(most + halfQueue + 2);
  await put("key 1");
  late.make();
  expect(made.at(-1)).to.equal("key 1");
});

test("of many late values, keys that are written repeatedly are not computed each time", async () => {
  const { late, made, put } = counting();
  for (let time = 0; time < 3; time++) for (let at = 0; at < most; at++) await put(`key ${at}`);
  expect(made).to.have.length(0);
  await put("another");
  expect(made).to.deep.equal(["key 0"]);
  late.make();
  expect(made).to.have.length(most + 1);
});

test("a range after a burst of writes moves a bounded number of keys into the tree", async () => {
  const { store, made, put } = counting();
  for (let at = 0; at < most + halfQueue; at++) await put(`key ${at}`);
  const before = made.length;
  await store.range({ prefix: "", keysOnly: true, limit: 1 });
  expect(made.length - before).to.be.within(1, unplaced);
});

test("keys are found, overwritten and deleted in key order, with or without a range in between", async () => {
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

test("no value is lost or empty, however keys with and without values are mixed and deleted", async () => {
  let state = 1;
  const random = (below: number) => {
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
      if (random(20) === 0) continue;
      await change(`child/${number}`, null);
      if (random(3) > 0) await change(`token/${number}`, null);
    }
    expect(await store.range({ prefix: "" })).to.deep.equal([...held].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
});

test("a range misses no key although it computes late values", async () => {
  const { store, put } = counting();
  const keys = Array.from({ length: 2_000 }, (_, number) => `key ${(number * 7_919) % 2_000}`.padEnd(10, "."));
  for (const key of keys) await put(key);
  const found = await store.range({ prefix: "", maxCharacters: Number.MAX_SAFE_INTEGER });
  expect(found.map(([key]) => key)).to.deep.equal(keys.toSorted());
});
