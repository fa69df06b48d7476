import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { EventLoopClock } from "../time/event-loop-clock.suite.ts";
import { keyedMutex } from "./keyed-mutex.ts";

function watched() {
  const clock = new EventLoopClock(0);
  const lines: JsonObject[] = [];
  const warn = (event: string, facts?: JsonObject) => void lines.push({ event, ...facts });
  const alone = keyedMutex({ of: "lease", clock, log: { info() {}, warn, error() {} } });
  return { clock, lines, alone };
}

suite("locks by name", () => {
  test("one name, one task at a time, in order; other names go on", async () => {
    const alone = keyedMutex();
    const happened: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = alone("one", async () => {
      await gate.promise;
      happened.push("first");
    });
    const second = alone("one", async () => void happened.push("second"));
    await alone("other", async () => void happened.push("other"));
    gate.resolve();
    await Promise.all([first, second]);
    expect(happened).to.deep.equal(["other", "first", "second"]);
  });

  test("who waits for a minute is told of in the log, once, by name; and then has its turn", async () => {
    const { clock, lines, alone } = watched();
    const gate = Promise.withResolvers<void>();
    const first = alone("a/b", () => gate.promise);
    const second = alone("a/b", async () => "its turn");
    await clock.moveTo(59_999);
    expect(lines).to.deep.equal([]);
    await clock.moveTo(200_000);
    expect(lines).to.deep.equal([{ event: "a lock is being waited for", of: "lease", name: "a/b", waitedSeconds: 60 }]);
    gate.resolve();
    await first;
    expect(await second).to.equal("its turn");
  });

  test("who does not wait, or not for long, arranges nothing that stays", async () => {
    const { clock, lines, alone } = watched();
    const gate = Promise.withResolvers<void>();
    const first = alone("a", () => gate.promise);
    expect(clock.alarms).to.deep.equal([]);
    const second = alone("a", async () => {});
    expect(clock.alarms).to.deep.equal([60_000]);
    gate.reject(new Error("it failed"));
    await first.catch(() => {});
    await second;
    expect([clock.alarms, lines]).to.deep.equal([[], []]);
  });
});
