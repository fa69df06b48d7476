import { test } from "node:test";
import { expect } from "chai";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { partStorage } from "../storage/part-storage.ts";
import { EventLoopClock } from "./event-loop-clock.suite.ts";
import { ExpiryLanes } from "./expiry-lanes.ts";

const log = { info() {}, warn() {}, error() {} };

function fixture(store: Store = memoryStore(), clock = new EventLoopClock()) {
  const writePath = {
    isPrimary: () => true,
    commit: (_: string, changes: Parameters<Store["commit"]>[0]) => store.commit(changes),
    forward: () => Promise.reject(new Error("there is no primary")),
  };
  const storage = partStorage({ mount: "", namespace: "root", local: false }, { store, writePath });
  const ended: string[] = [];
  const underWay = new Map<string, number>();
  const state = { before: async (_: string) => {} };
  const lanes = new ExpiryLanes({
    storage,
    prefix: "ends/",
    lanesPrefix: "lanes/",
    clock,
    log,
    async due(name, when, queue) {
      underWay.set(queue.prefix, (underWay.get(queue.prefix) ?? 0) + 1);
      await state.before(name);
      ended.push(name);
      await storage.commit([queue.remove(name, when)]);
    },
  });
  const put = (lane: string, names: readonly string[], when: number) =>
    storage.commit(names.map((name) => lanes.lane(lane).put(name, when)));
  return { store, clock, lanes, ended, underWay, state, put };
}

function named(start: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${start}-${index}`);
}

const never = new Promise<void>(() => {});

test("hanging ends of one lane do not delay other lanes, and their number per lane is limited", async () => {
  const { clock, lanes, ended, underWay, state, put } = fixture();
  await lanes.resume();
  state.before = async (name) => (name.startsWith("hung") ? never : undefined);
  await put("sick", named("hung", 500), 2000);
  await put("well", named("fine", 100), 3000);
  await put("", named("other", 100), 3000);
  await clock.moveTo(3000);
  expect(ended.toSorted()).to.deep.equal([...named("fine", 100), ...named("other", 100)].toSorted());
  expect(underWay.get("lanes/sick/")).to.equal(128);
});

test("new lanes resume their stored entries, and a lane is created when an entry is put into it", async () => {
  const first = fixture();
  for (const lane of ["", "a", "b.c"]) await first.put(lane, [`in ${lane}`], 2000);
  const next = fixture(first.store);
  await next.lanes.resume();
  expect(next.ended).to.deep.equal([]);
  await next.put("d", ["in d"], 2000);
  await next.clock.moveTo(2000);
  expect(next.ended.toSorted()).to.deep.equal(["in ", "in a", "in b.c", "in d"]);
});

test("stopped lanes, including those created after the stop, end nothing until they are resumed", async () => {
  const { clock, lanes, ended, put } = fixture();
  await lanes.resume();
  await put("a", ["old"], 2000);
  lanes.stop();
  await put("b", ["new"], 2000);
  await clock.moveTo(5000);
  expect(ended).to.deep.equal([]);
  await lanes.resume();
  await clock.moveTo(5000);
  expect(ended.toSorted()).to.deep.equal(["new", "old"]);
});

test("idle lanes are dropped, and lanes with entries are not", async () => {
  const { clock, lanes, ended, put } = fixture();
  await lanes.resume();
  for (const name of named("brief", 1000)) await put(name, [name], 2000);
  await clock.moveTo(2000);
  expect(ended).to.have.length(1000);
  const before = lanes.lane("brief-0");
  // By then, no late commit is expected any more.
  for (const later of [4_000, 8_000, 16_000, 32_000, 64_000]) await clock.moveTo(later);
  await put("another", ["another"], 80_000);
  expect(lanes.lane("brief-0")).to.not.equal(before);
  await clock.moveTo(80_000);
  expect(ended.at(-1)).to.equal("another");
});
