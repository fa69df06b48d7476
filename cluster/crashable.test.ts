import { test } from "node:test";
import { expect } from "chai";
import { withLateValues } from "#engine/ports/late-values.suite.ts";
import { storeSuite } from "#engine/ports/store.suite.ts";
import type { Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { liveClock } from "./clock.ts";
import { crashableClock, crashableLog, crashableStore } from "./crashable.ts";

storeSuite("crashable", async () => crashableStore(memoryStore(), new AbortController().signal));
storeSuite("crashable, with late values", async () =>
  withLateValues(crashableStore(memoryStore(), new AbortController().signal) as Required<Store>),
);

test("after its crash a store writes nothing, and its callers get no answer", async () => {
  const store = memoryStore();
  const death = new AbortController();
  const crashable = crashableStore(store, death.signal);
  await crashable.commit([{ key: "a", value: "1" }]);
  death.abort();
  let answers = 0;
  const count = () => {
    answers += 1;
  };
  void crashable.commit([{ key: "a", value: "2" }]).then(count, count);
  void crashable.read("a").then(count, count);
  void crashable.range({ prefix: "" }).then(count, count);
  void Promise.resolve(crashable.late?.commit([{ key: "a", value: "3" }])).then(count, count);
  void crashable.late?.read("a").then(count, count);
  expect(await store.read("a")).to.equal("1");
  await new Promise((resolve) => setImmediate(resolve));
  expect(answers).to.equal(0);
});

test("on its death a clock drops only the callbacks scheduled through it", async () => {
  using clock = liveClock();
  const death = new AbortController();
  const crashable = crashableClock(clock, death.signal);
  const done: string[] = [];
  crashable.at(clock.now() + 1000, () => done.push("before"));
  crashable.at(clock.now() + 1000, () => done.push("cancelled"))();
  // Keeps the process alive, which the clock does not do.
  const keepAlive = setTimeout(() => {}, 60_000);
  const due = () => new Promise<void>((resolve) => clock.at(0, resolve));
  clock.leap(1000);
  await due();
  crashable.at(clock.now() + 1000, () => done.push("after"));
  clock.at(clock.now() + 1000, () => done.push("another's"));
  death.abort();
  crashable.at(clock.now(), () => done.push("too late"));
  clock.leap(2000);
  await due();
  clearTimeout(keepAlive);
  expect(done).to.deep.equal(["before", "another's"]);
  expect(crashable.now()).to.be.at.least(clock.now() - 1000);
});

test("after its death a log writes nothing, not even failures caused by the death", () => {
  const death = new AbortController();
  const logged: string[] = [];
  const record = (event: string) => void logged.push(event);
  const log = crashableLog({ info: record, warn: record, error: record }, death.signal);
  log.info("began");
  log.error("failed");
  death.abort();
  for (const level of ["info", "warn", "error"] as const) log[level]("is gone");
  expect(logged).to.deep.equal(["began", "failed"]);
});
