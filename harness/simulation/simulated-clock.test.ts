import { test } from "node:test";
import { expect } from "chai";
import { clockSuite } from "#engine/ports/clock.suite.ts";
import { Scheduler } from "./scheduler.ts";
import { simulatedClock } from "./simulated-clock.ts";

clockSuite("simulated, with time passing", () => {
  const scheduler = new Scheduler();
  const advance = (milliseconds: number) => scheduler.pass(milliseconds);
  return { clock: simulatedClock(scheduler), advance, stop() {} };
});

clockSuite("simulated, with leaps", () => {
  const scheduler = new Scheduler();
  const stride = 1_800_000;
  async function advance(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= stride) {
      scheduler.leap(Math.min(stride, left));
      await scheduler.pass(0);
    }
  }
  return { clock: simulatedClock(scheduler), advance, stop() {} };
});

test("a callback is never early, although the clock has no fractions", async () => {
  const scheduler = new Scheduler();
  const clock = simulatedClock(scheduler);
  await scheduler.pass(0.75);
  let done = false;
  clock.at(clock.now() + 1, () => {
    done = true;
  });
  await scheduler.pass(0.75);
  expect(done).to.equal(false);
  await scheduler.pass(0.25);
  expect(done).to.equal(true);
});
