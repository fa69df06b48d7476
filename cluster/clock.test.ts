import { test } from "node:test";
import { expect } from "chai";
import { clockSuite } from "#engine/ports/clock.suite.ts";
import { liveClock } from "./clock.ts";

clockSuite("live", () => {
  const clock = liveClock();
  return { clock, advance: (milliseconds) => clock.advance(milliseconds), stop: () => clock.stop() };
});

/** Time enough for a timer that is set for now, on a busy machine. Keeps the process alive, which the clock does not. */
async function within<T>(wait: Promise<T>): Promise<T> {
  const patience = setTimeout(() => {}, 60_000);
  try {
    return await wait;
  } finally {
    clearTimeout(patience);
  }
}

test("deeds are done by the machine's time as well, though later ones were arranged first", async () => {
  using clock = liveClock();
  const done: string[] = [];
  clock.at(clock.now() + 86_400_000, () => done.push("tomorrow"));
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 2, resolve)));
  await within(new Promise<void>((resolve) => clock.at(clock.now() - 2, resolve)));
  expect(done).to.deep.equal([]);
});

test("a deed that arranges itself for the past again and again keeps nobody else waiting", async () => {
  using clock = liveClock();
  const again = () => void clock.at(0, again);
  clock.at(0, again);
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 1, resolve)));
});

test("a time that is farther away than timers reach does not come early", async () => {
  using clock = liveClock();
  let done = false;
  clock.at(clock.now() + 2 ** 31 + 1000, () => {
    done = true;
  });
  await within(new Promise<void>((resolve) => clock.at(clock.now() + 5, resolve)));
  expect(done).to.equal(false);
});

test("after it was stopped nothing is done, and nothing more is taken on", async () => {
  const clock = liveClock();
  let done = false;
  const deed = () => {
    done = true;
  };
  clock.at(clock.now() + 1000, deed);
  clock.stop();
  clock.at(clock.now() + 1000, deed);
  await clock.advance(5000);
  expect(done).to.equal(false);
});

test("two who move time at once move it by both", async () => {
  using clock = liveClock();
  const before = clock.now();
  await Promise.all([clock.advance(1_000_000), clock.advance(2_000_000)]);
  expect(clock.now() - before).to.be.within(3_000_000, 3_900_000);
});

test("a deed that fails is told to who moved time, and time goes on for the others", async () => {
  using clock = liveClock();
  let done = false;
  clock.at(clock.now() + 1000, () => {
    throw new Error("it failed");
  });
  clock.at(clock.now() + 2000, () => {
    done = true;
  });
  expect(await clock.advance(1500).catch((error: Error) => error.message)).to.equal("it failed");
  await clock.advance(2000);
  expect(done).to.equal(true);
});
