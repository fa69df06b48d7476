import { test } from "node:test";
import { expect } from "chai";
import { clockSuite } from "#engine/ports/clock.suite.ts";
import { type LiveClock, liveClock } from "./clock.ts";

async function pass(clock: LiveClock, milliseconds: number): Promise<void> {
  const stride = 1_800_000;
  for (let left = milliseconds; left > 0; left -= stride) {
    clock.leap(Math.min(stride, left));
    await within(new Promise<void>((resolve) => clock.at(0, resolve)));
  }
}

clockSuite("live", () => {
  const clock = liveClock();
  return { clock, advance: (milliseconds) => pass(clock, milliseconds), stop: () => clock.stop() };
});

/** Awaits `wait`. Keeps the process alive, which the timers of the clock do not. */
async function within<T>(wait: Promise<T>): Promise<T> {
  const keepAlive = setTimeout(() => {}, 60_000);
  try {
    return await wait;
  } finally {
    clearTimeout(keepAlive);
  }
}

test("callbacks run as real time passes, even if later callbacks were scheduled first", async () => {
  using clock = liveClock();
  const done: string[] = [];
  clock.at(clock.now() + 86_400_000, () => done.push("tomorrow"));
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 2, resolve)));
  await within(new Promise<void>((resolve) => clock.at(clock.now() - 2, resolve)));
  expect(done).to.deep.equal([]);
});

test("a callback that reschedules itself in the past again and again does not delay other callbacks", async () => {
  using clock = liveClock();
  const again = () => void clock.at(0, again);
  clock.at(0, again);
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 1, resolve)));
});

test("a callback beyond the maximum delay of timers neither runs early nor causes warnings", async () => {
  using clock = liveClock();
  const warned: string[] = [];
  const onWarning = (warning: Error) => warned.push(warning.name);
  process.on("warning", onWarning);
  let done = false;
  clock.at(clock.now() + 2 ** 31 + 1000, () => {
    done = true;
  });
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 5, resolve)));
  process.off("warning", onWarning);
  expect(done).to.equal(false);
  expect(warned).to.deep.equal([]);
});

test("a stopped clock runs no callback and accepts no new one", async () => {
  const clock = liveClock();
  let done = false;
  const callback = () => {
    done = true;
  };
  clock.at(clock.now() + 1000, callback);
  clock.stop();
  clock.at(clock.now() + 1000, callback);
  clock.leap(5000);
  using other = liveClock();
  await within(new Promise<void>((resolve) => other.at(other.now() + 5, resolve)));
  expect(done).to.equal(false);
});

test("leaps add up, and callbacks that became due run afterwards in the order of their times", async () => {
  using clock = liveClock();
  const before = clock.now();
  const done: string[] = [];
  clock.at(before + 2_000_000, () => done.push("later"));
  clock.at(before + 1_000_000, () => done.push("sooner"));
  clock.leap(1_500_000);
  clock.leap(1_500_000);
  expect(done).to.deep.equal([]);
  await within(new Promise<void>((resolve) => clock.at(before + 2_500_000, resolve)));
  expect(done).to.deep.equal(["sooner", "later"]);
  expect(clock.now() - before).to.be.within(3_000_000, 3_900_000);
});

test("steady time continues when the machine's clock is set back, and leaps like the clock", async (context) => {
  using clock = liveClock();
  const { steady } = clock;
  if (!steady) throw new Error("the live clock has no steady time");
  const set = Date.now;
  context.mock.method(Date, "now", () => set() - 3_600_000);
  const before = steady.now();
  expect(clock.now()).to.be.lessThan(before - 3_000_000);
  await within(new Promise<void>((resolve) => steady.at(before + 5, resolve)));
  expect(steady.now()).to.be.at.least(before + 5);
  clock.leap(86_400_000);
  expect(steady.now()).to.be.at.least(before + 86_400_000);
});
