import { suite, test } from "node:test";
import { expect } from "chai";
import { memoryStore } from "../../stores/memory-store.ts";
import { rootNamespace } from "../namespaces/namespace.ts";
import { EventLoopClock } from "../time/event-loop-clock.suite.ts";
import { namesIn, removeBelow } from "./folder.ts";
import { partStorage } from "./part-storage.ts";
import type { Storage } from "./storage.ts";

async function storageWith(keys: readonly string[]) {
  const store = memoryStore();
  const writePath = {
    isPrimary: () => true,
    forward: () => Promise.reject(new Error("there is no primary")),
    commit: (_: string, changes: Parameters<typeof store.commit>[0]) => store.commit(changes),
  };
  const storage = partStorage({ mount: "m", namespace: rootNamespace.id, local: false }, { store, writePath });
  await storage.commit(keys.map((key) => ({ space: "shared", key: `f/${key}`, value: "" })));
  await storage.commit([
    { space: "shared", key: "f", value: "" },
    { space: "shared", key: "f0", value: "" },
    { space: "local", key: "f/local", value: "" },
  ]);
  const pageSizes: number[] = [];
  const batches: number[] = [];
  const watched: Storage = {
    ...storage,
    async keys(space, prefix, window) {
      const found = await storage.keys(space, prefix, window);
      pageSizes.push(found.length);
      return found;
    },
    commit(changes) {
      batches.push(changes.length);
      return storage.commit(changes);
    },
  };
  return { storage: watched, pageSizes, batches };
}

suite("listing the names in a folder", () => {
  test("returns direct children in order, each subfolder once", async () => {
    const { storage } = await storageWith(["a", "a/1", "a/2/3", "a-", "b/", "", "z"]);
    expect(await namesIn(storage, "shared", "f/")).to.deep.equal(["", "a", "a-", "a/", "b/", "z"]);
  });

  test("returns all names, for any number of names and any number of keys below them", async () => {
    const folders = Array.from({ length: 30 }, (_, i) => `d${String(i).padStart(2, "0")}`);
    const keys = folders.flatMap((folder) => Array.from({ length: 70 }, (_, i) => `${folder}/${i}`));
    const files = Array.from({ length: 250 }, (_, i) => `e${String(i).padStart(3, "0")}`);
    const { storage } = await storageWith([...keys, ...files]);
    expect(await namesIn(storage, "shared", "f/")).to.deep.equal([...folders.map((name) => `${name}/`), ...files]);
  });

  test("reads few keys of a subfolder that has many", async () => {
    const { storage, pageSizes } = await storageWith([...Array.from({ length: 5000 }, (_, i) => `full/${i}`), "last"]);
    expect(await namesIn(storage, "shared", "f/")).to.deep.equal(["full/", "last"]);
    expect(pageSizes.reduce((sum, count) => sum + count)).to.be.lessThan(300);
  });

  test("ends when names have the highest possible characters", async () => {
    const keys = Array.from({ length: 150 }, (_, i) => `a/\uffff${String(i).padStart(3, "0")}`);
    const { storage } = await storageWith([...keys, "b"]);
    expect(await namesIn(storage, "shared", "f/")).to.deep.equal(["a/", "b"]);
  });
});

test("keys below a prefix are removed in batches, with a turn of the event loop between batches, and no other keys are removed", async () => {
  const { storage, batches } = await storageWith(Array.from({ length: 25 }, (_, i) => String(i)));
  const clock = new EventLoopClock();
  const turnsAfter: number[] = [];
  const at = clock.at.bind(clock);
  clock.at = (when, callback) => {
    turnsAfter.push(batches.length);
    return at(when, callback);
  };
  const removal = removeBelow({ storage, clock }, "shared", "f/", 10);
  for (let turns = 0; turns < 3; turns += 1) await clock.moveTo(clock.now());
  await removal;
  expect(batches).to.deep.equal([10, 10, 5]);
  expect(turnsAfter).to.deep.equal([1, 2]);
  expect(await storage.keys("shared", "")).to.deep.equal(["f", "f0"]);
  expect(await storage.keys("local", "")).to.deep.equal(["f/local"]);
});
