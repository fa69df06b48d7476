import { test } from "node:test";
import { expect } from "chai";
import { Endless, Scheduler } from "./scheduler.ts";

test("events happen in order of time, and in scheduling order at equal times", async () => {
  const scheduler = new Scheduler();
  const seen: string[] = [];
  scheduler.after(2, () => seen.push("c"));
  scheduler.after(1, () => seen.push("a"));
  scheduler.after(1, () => seen.push("b"));
  await scheduler.pass(5);
  expect(seen).to.deep.equal(["a", "b", "c"]);
  expect(scheduler.elapsed()).to.equal(5);
});

test("until advances time no further than to the awaited event", async () => {
  const scheduler = new Scheduler();
  const ring = new Promise<string>((resolve) => scheduler.after(30 * 60_000, () => resolve("rung")));
  scheduler.after(31 * 60_000, () => expect.fail("this event is later"));
  expect(await scheduler.until(ring)).to.equal("rung");
  expect(scheduler.elapsed()).to.equal(30 * 60_000);
});

test("until rejects if the awaited event never happens", async () => {
  const scheduler = new Scheduler();
  const hopeless = await scheduler.until(new Promise(() => {})).catch((error: Error) => error.message);
  expect(hopeless).to.contain("will never happen");
});

test("a simulation that exceeds its bounds fails all current and later waits", async () => {
  for (const [bound, why] of [
    [{ milliseconds: 10_000, events: 1_000 }, "it still runs after 10 s of virtual time"],
    [{ milliseconds: 10_000, events: 7 }, "it still runs after 7 events"],
  ] as const) {
    const scheduler = new Scheduler(bound);
    const again = () => scheduler.after(1_000, again);
    again();
    const failureOf = (wait: Promise<unknown>) => wait.catch((error: unknown) => error);
    const waits = [scheduler.until(new Promise(() => {})), scheduler.pass(3_600_000)].map(failureOf);
    await scheduler.pass(6_500);
    expect(scheduler.over).to.equal(undefined);
    for (const wait of [...waits, failureOf(scheduler.pass(3_600_000))])
      expect(await wait)
        .to.be.an.instanceOf(Endless)
        .with.property("message", why);
    expect(scheduler.over).to.equal(why);
  }
});

test("two concurrent waits both resolve", async () => {
  const scheduler = new Scheduler();
  const after = (milliseconds: number) =>
    new Promise<number>((resolve) => scheduler.after(milliseconds, () => resolve(milliseconds)));
  expect(await Promise.all([scheduler.until(after(10)), scheduler.until(after(5))])).to.deep.equal([10, 5]);
});

test("a long wait does not delay others: each caller continues at its own time", async () => {
  const scheduler = new Scheduler();
  const after = (milliseconds: number) => new Promise<void>((resolve) => scheduler.after(milliseconds, resolve));
  const seen: number[] = [];
  const inSteps = async () => {
    for (let step = 0; step < 3; step++) {
      await scheduler.until(after(10));
      seen.push(scheduler.elapsed());
    }
    await scheduler.pass(5);
    seen.push(scheduler.elapsed());
  };
  await Promise.all([scheduler.until(after(1000)), inSteps()]);
  expect(seen).to.deep.equal([10, 20, 30, 35]);
});

test("a hopeless wait rejects only when no event is left", async () => {
  const scheduler = new Scheduler();
  const late = new Promise<string>((resolve) => scheduler.after(50, () => resolve("late")));
  const failureOf = scheduler.until(new Promise(() => {})).catch(() => scheduler.elapsed());
  expect(await scheduler.until(late)).to.equal("late");
  await scheduler.pass(20);
  expect(await failureOf).to.equal(70);
});

test("after a leap, missed events happen late and no event happens early", async () => {
  const scheduler = new Scheduler();
  const seen: [string, number][] = [];
  scheduler.after(100, () => seen.push(["missed", scheduler.elapsed()]));
  scheduler.after(1001, () => seen.push(["next", scheduler.elapsed()]));
  scheduler.leap(1000);
  expect(seen).to.deep.equal([]);
  await scheduler.pass(2);
  expect(seen).to.deep.equal([
    ["missed", 1000],
    ["next", 1001],
  ]);
});
