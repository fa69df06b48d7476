import { test } from "node:test";
import { expect } from "chai";
import { Endless, Scheduler } from "./scheduler.ts";

test("events happen by time, and by order of arrangement at the same time", async () => {
  const scheduler = new Scheduler();
  const seen: string[] = [];
  scheduler.after(2, () => seen.push("c"));
  scheduler.after(1, () => seen.push("a"));
  scheduler.after(1, () => seen.push("b"));
  await scheduler.pass(5);
  expect(seen).to.deep.equal(["a", "b", "c"]);
  expect(scheduler.elapsed()).to.equal(5);
});

test("a wait moves time no further than to what it waits for", async () => {
  const scheduler = new Scheduler();
  const rung = new Promise<string>((resolve) => scheduler.after(30 * 60_000, () => resolve("rung")));
  scheduler.after(31 * 60_000, () => expect.fail("this lies behind"));
  expect(await scheduler.until(rung)).to.equal("rung");
  expect(scheduler.elapsed()).to.equal(30 * 60_000);
});

test("a wait for what never happens is told so", async () => {
  const scheduler = new Scheduler();
  const hopeless = await scheduler.until(new Promise(() => {})).catch((error: Error) => error.message);
  expect(hopeless).to.contain("will never happen");
});

test("a simulation that may not go on is over for all who wait and will wait, after its time or its events", async () => {
  for (const [bound, why] of [
    [{ milliseconds: 10_000, events: 1_000 }, "it still runs after 10 s of virtual time"],
    [{ milliseconds: 10_000, events: 7 }, "it still runs after 7 events"],
  ] as const) {
    const scheduler = new Scheduler(bound);
    const again = () => scheduler.after(1_000, again);
    again();
    const told = (wait: Promise<unknown>) => wait.catch((error: unknown) => error);
    const waits = [scheduler.until(new Promise(() => {})), scheduler.pass(3_600_000)].map(told);
    await scheduler.pass(6_500);
    expect(scheduler.over).to.equal(undefined);
    for (const wait of [...waits, told(scheduler.pass(3_600_000))])
      expect(await wait)
        .to.be.an.instanceOf(Endless)
        .with.property("message", why);
    expect(scheduler.over).to.equal(why);
  }
});

test("two waits at once both get what they wait for", async () => {
  const scheduler = new Scheduler();
  const after = (milliseconds: number) =>
    new Promise<number>((resolve) => scheduler.after(milliseconds, () => resolve(milliseconds)));
  expect(await Promise.all([scheduler.until(after(10)), scheduler.until(after(5))])).to.deep.equal([10, 5]);
});

test("who waits long takes no time from a neighbour: each goes on when what it waits for is there", async () => {
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

test("a wait that is hopeless is told so only when nothing more can happen at all", async () => {
  const scheduler = new Scheduler();
  const late = new Promise<string>((resolve) => scheduler.after(50, () => resolve("late")));
  const told = scheduler.until(new Promise(() => {})).catch(() => scheduler.elapsed());
  expect(await scheduler.until(late)).to.equal("late");
  await scheduler.pass(20);
  expect(await told).to.equal(70);
});

test("after a leap what came due happens late, and nothing happens before its time", async () => {
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
