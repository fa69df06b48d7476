import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { ManualClock } from "#engine/engine.suite.ts";
import { ChangeNotifier } from "./change-notifier.ts";

function fixture(failures: number) {
  const clock = new ManualClock();
  const calls: string[] = [];
  let left = failures;
  const notice = async (what: string) => {
    calls.push(what);
    left -= 1;
    if (left >= 0) throw new Error("the store does not answer");
  };
  const note = (event: string) => void calls.push(event);
  const notifier = new ChangeNotifier(
    {
      beforeDeletion: async () => [],
      beforeWipe: async () => [],
      invalidate: (keys) => note(`invalidate ${keys}`),
      applied: (keys) => notice(`applied ${keys}`),
      roleChanged: () => notice("role changed"),
      wiped: () => notice("wiped"),
      outOfSync: () => note("out of sync"),
    },
    { clock, log: { info() {}, warn() {}, error() {} } },
  );
  const pass = async (seconds: number) => {
    await setImmediate();
    await clock.pass(seconds);
    await setImmediate();
  };
  return { notifier, clock, calls, pass };
}

suite("a notification of the core", () => {
  test("that fails is repeated before any other", async () => {
    const { notifier, calls, pass } = fixture(2);
    notifier.notify("changed keys", ["a"]);
    await setImmediate();
    notifier.notify("leadership", []);
    await pass(0.1);
    await pass(0.2);
    await notifier.delivered;
    expect(calls).to.deep.equal([
      ...["invalidate a", "applied a", "invalidate everything"],
      ...["applied a", "applied a", "role changed"],
    ]);
  });

  test("invalidates at once, also while another one waits", async () => {
    const { notifier, calls } = fixture(1);
    notifier.notify("changed keys", ["quota"]);
    await setImmediate();
    notifier.notify("changed keys", ["policy"]);
    expect(calls).to.deep.equal(["invalidate quota", "applied quota", "invalidate policy"]);
    notifier.stop();
  });

  test("that fails every time is reported as out of sync, and nothing follows", async () => {
    const { notifier, clock, calls, pass } = fixture(99);
    notifier.notify("changed keys", ["a"]);
    notifier.notify("wiped", []);
    for (let second = 0; second < 10; second++) await pass(1);
    await notifier.delivered;
    expect(calls.filter((what) => what === "applied a")).to.have.length(7);
    expect(calls.slice(-2)).to.deep.equal(["applied a", "out of sync"]);
    notifier.notify("leadership", []);
    await notifier.delivered;
    expect(calls.at(-1)).to.equal("out of sync");
    expect(clock.arranged).to.equal(0);
  });

  test("is not repeated after the notifier was stopped", async () => {
    const { notifier, clock, calls } = fixture(99);
    notifier.notify("changed keys", ["a"]);
    await setImmediate();
    notifier.stop();
    await notifier.delivered;
    expect(calls).to.deep.equal(["invalidate a", "applied a"]);
    expect(clock.arranged).to.equal(0);
  });
});
