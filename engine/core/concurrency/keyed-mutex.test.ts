import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { EventLoopClock } from "../time/event-loop-clock.suite.ts";
import { keyedMutex } from "./keyed-mutex.ts";

function watchedMutex() {
  const clock = new EventLoopClock(0);
  const lines: JsonObject[] = [];
  const warn = (event: string, facts?: JsonObject) => void lines.push({ event, ...facts });
  const mutex = keyedMutex({ of: "lease", clock, log: { info() {}, warn, error() {} } });
  return { clock, lines, mutex };
}

suite("keyed mutex", () => {
  test("tasks of one name run one at a time, in order, and do not block other names", async () => {
    const mutex = keyedMutex();
    const happened: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = mutex("one", async () => {
      await gate.promise;
      happened.push("first");
    });
    const second = mutex("one", async () => void happened.push("second"));
    await mutex("other", async () => void happened.push("other"));
    gate.resolve();
    await Promise.all([first, second]);
    expect(happened).to.deep.equal(["other", "first", "second"]);
  });

  test("a task that waits for a minute is logged once, with the name of its lock, and then runs", async () => {
    const { clock, lines, mutex } = watchedMutex();
    const gate = Promise.withResolvers<void>();
    const first = mutex("a/b", () => gate.promise);
    const second = mutex("a/b", async () => "second task ran");
    await clock.moveTo(59_999);
    expect(lines).to.deep.equal([]);
    await clock.moveTo(200_000);
    expect(lines).to.deep.equal([{ event: "a lock is being waited for", of: "lease", name: "a/b", waitedSeconds: 60 }]);
    gate.resolve();
    await first;
    expect(await second).to.equal("second task ran");
  });

  test("a task that waits briefly or not at all leaves no timer behind", async () => {
    const { clock, lines, mutex } = watchedMutex();
    const gate = Promise.withResolvers<void>();
    const first = mutex("a", () => gate.promise);
    expect(clock.alarms).to.deep.equal([]);
    const second = mutex("a", async () => {});
    expect(clock.alarms).to.deep.equal([60_000]);
    gate.reject(new Error("it failed"));
    await first.catch(() => {});
    await second;
    expect([clock.alarms, lines]).to.deep.equal([[], []]);
  });
});
