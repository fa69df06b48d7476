import { test } from "node:test";
import { expect } from "chai";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { partStorage } from "../storage/part-storage.ts";
import { EventLoopClock } from "./event-loop-clock.suite.ts";
import { ExpiryQueue } from "./expiry-queue.ts";

const log = { info() {}, warn() {}, error() {} };

function fixture({
  store = memoryStore(),
  clock = new EventLoopClock(),
}: {
  store?: Store;
  clock?: EventLoopClock;
} = {}) {
  const reads: number[] = [];
  const watched: Store = {
    ...store,
    range(range) {
      reads.push(range.limit ?? Number.POSITIVE_INFINITY);
      return store.range(range);
    },
  };
  const writePath = {
    isPrimary: () => true,
    commit: (_: string, changes: Parameters<Store["commit"]>[0]) => store.commit(changes),
    forward: () => Promise.reject(new Error("there is no primary")),
  };
  const storage = partStorage({ mount: "", namespace: "root", local: false }, { store: watched, writePath });
  const ended: string[] = [];
  const task = { before: async (_: string) => {}, removes: true };
  const queue: ExpiryQueue = new ExpiryQueue({
    storage,
    prefix: "ends/",
    clock,
    log,
    async due(name, when) {
      await task.before(name);
      ended.push(name);
      if (task.removes) await storage.commit([queue.remove(name, when)]);
    },
  });
  return { store, clock, storage, queue, ended, task, reads };
}

test("entries end at their times, in order", async () => {
  const { clock, storage, queue, ended } = fixture();
  await queue.resume();
  await storage.commit([queue.put("late/one", 3000), queue.put("early", 2000), queue.put("later", 10_000)]);
  await clock.moveTo(1999);
  expect(ended).to.deep.equal([]);
  await clock.moveTo(3000);
  expect(ended).to.deep.equal(["early", "late/one"]);
  await clock.moveTo(10_000);
  expect(ended).to.deep.equal(["early", "late/one", "later"]);
});

test("an entry that is moved to a later time ends only then", async () => {
  const { clock, storage, queue, ended } = fixture();
  await queue.resume();
  await storage.commit([queue.put("lease", 2000)]);
  await storage.commit([queue.remove("lease", 2000), queue.put("lease", 5000)]);
  await clock.moveTo(4999);
  expect(ended).to.deep.equal([]);
  await clock.moveTo(5000);
  expect(ended).to.deep.equal(["lease"]);
});

for (const [what, restarted] of [
  ["scans expired entries", false],
  ["is resumed", true],
] as const) {
  test(`an entry that is committed only after the queue ${what} ends at its time`, async () => {
    const { clock, storage, queue, ended } = fixture();
    await queue.resume();
    await storage.commit([queue.put("early", 20_000)]);
    await clock.moveTo(19_990);
    const later = queue.put("later", 90_000);
    if (restarted) await queue.resume();
    await clock.moveTo(20_000);
    await storage.commit([later]);
    await clock.moveTo(90_000);
    expect(ended).to.deep.equal(["early", "later"]);
  });
}

test("a new queue resumes stored entries after a single read, for any number of entries", async () => {
  const { store, storage, queue } = fixture();
  await storage.commit(Array.from({ length: 10_000 }, (_, i) => queue.put(`name-${i}`, 2000 + i)));
  const next = fixture({ store });
  await next.queue.resume();
  expect(next.reads).to.deep.equal([1]);
  expect(next.clock.alarms).to.deep.equal([2000]);
  await next.clock.moveTo(2004);
  expect(next.ended).to.have.length(5);
});

test("entries that became due during downtime all end soon, but not before resume returns", async () => {
  const { store, storage, queue } = fixture();
  await storage.commit(Array.from({ length: 1000 }, (_, i) => queue.put(`name-${i}`, 500)));
  const next = fixture({ store });
  await next.queue.resume();
  expect(next.ended).to.have.length(0);
  await next.clock.moveTo(1000);
  expect(new Set(next.ended)).to.have.property("size", 1000);
  expect(next.ended).to.have.length(1000);
});

test("at most 128 ends are in progress at the same time", async () => {
  const { clock, storage, queue, ended, task } = fixture();
  let underWay = 0;
  let most = 0;
  task.before = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
  };
  await storage.commit(Array.from({ length: 300 }, (_, i) => queue.put(`name-${i}`, 500)));
  await queue.resume();
  while (ended.length < 300) await clock.moveTo(1000);
  expect(most).to.equal(128);
});

test("other work runs between the ends of many entries", async () => {
  const { clock, storage, queue, ended } = fixture();
  await storage.commit(Array.from({ length: 300 }, (_, i) => queue.put(`name-${i}`, 500)));
  await queue.resume();
  let seen = 0;
  clock.at(1000, () =>
    clock.at(1000, () => {
      seen = ended.length;
    }),
  );
  await clock.moveTo(1000);
  expect(seen).to.be.within(1, 299);
  expect(ended).to.have.length(300);
});

test("a failed end is retried after ten seconds and does not delay other entries", async () => {
  const { clock, storage, queue, ended, task } = fixture();
  task.before = async (name) => {
    if (name === "stubborn") throw new Error("not now");
  };
  await queue.resume();
  await storage.commit([queue.put("stubborn", 20_000), queue.put("other", 20_000)]);
  await clock.moveTo(20_000);
  await clock.moveTo(29_999);
  expect(ended).to.deep.equal(["other"]);
  task.before = async () => {};
  await clock.moveTo(30_000);
  expect(ended).to.deep.equal(["other", "stubborn"]);
});

test("an entry that is committed after its time ends nevertheless", async () => {
  const { clock, storage, queue, ended } = fixture();
  await queue.resume();
  const change = queue.put("short", 1500);
  await clock.moveTo(2000);
  await storage.commit([change]);
  expect(ended).to.deep.equal([]);
  await clock.moveTo(3000);
  expect(ended).to.deep.equal(["short"]);
  // The interval between scans doubles: it equals the time since the entry was put.
  for (const later of [7_000, 15_000, 29_000, 57_000, 113_000]) await clock.moveTo(later);
  expect(clock.alarms).to.deep.equal([]);
});

test("an entry that is committed after the clock jumped beyond its time ends nevertheless", async () => {
  let elapsed = 0;
  const clock = Object.assign(new EventLoopClock(), { steady: { now: () => elapsed, at: () => () => {} } });
  const { storage, queue, ended } = fixture({ clock });
  await queue.resume();
  const change = queue.put("minute", 61_000);
  elapsed = 20;
  await clock.moveTo(3_600_000);
  await storage.commit([change]);
  expect(ended).to.deep.equal([]);
  elapsed = 200;
  await clock.moveTo(3_600_180);
  expect(ended).to.deep.equal(["minute"]);
});

test("an entry that is not removed ends only once", async () => {
  const { clock, storage, queue, ended, task } = fixture();
  task.removes = false;
  await queue.resume();
  await storage.commit([queue.put("left", 2000)]);
  await clock.moveTo(2000);
  expect(ended).to.have.length(1);
});

test("a stopped queue ends no further entries, even in the middle of a scan", async () => {
  const { clock, storage, queue, ended, task } = fixture();
  task.before = async () => {
    if (ended.length >= 63) queue.stop();
  };
  await queue.resume();
  await storage.commit(Array.from({ length: 500 }, (_, i) => queue.put(`name-${i}`, 2000)));
  await clock.moveTo(2000);
  await clock.moveTo(50_000);
  expect(ended.length).to.be.within(64, 192);
  await storage.commit([queue.put("new", 60_000)]);
  expect(clock.alarms).to.deep.equal([]);
});
