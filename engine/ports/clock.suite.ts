import { suite, test } from "node:test";
import { expect } from "chai";
import type { Clock } from "./clock.ts";

export type MovableClock = Readonly<{
  clock: Clock;
  advance(milliseconds: number): Promise<void>;
  stop(): void;
}>;

const hour = 3_600_000;

export function clockSuite(name: string, make: () => MovableClock): void {
  function started() {
    const { clock, advance, stop } = make();
    return { clock, advance, [Symbol.dispose]: stop };
  }

  suite(`clock: ${name}`, () => {
    test("time advances by the given amount", async () => {
      using time = started();
      const before = time.clock.now();
      await time.advance(72 * hour);
      expect(time.clock.now() - before).to.be.within(72 * hour, 73 * hour);
    });

    test("a callback runs once, when its time has come, and not before", async () => {
      using time = started();
      let done = 0;
      time.clock.at(time.clock.now() + hour, () => {
        done += 1;
      });
      await time.advance(hour / 2);
      expect(done).to.equal(0);
      await time.advance(hour / 2);
      expect(done).to.equal(1);
      await time.advance(100 * hour);
      expect(done).to.equal(1);
    });

    test("callbacks run in the order of their times, and not before their times", async () => {
      using time = started();
      const start = time.clock.now();
      const seen: string[] = [];
      for (const hours of [3, 1, 2, 30, 1]) {
        time.clock.at(start + hours * hour, () => {
          expect(time.clock.now()).to.be.at.least(start + hours * hour);
          seen.push(`${hours} at ${Math.floor((time.clock.now() - start) / hour)}`);
        });
      }
      await time.advance(40 * hour);
      expect(seen).to.deep.equal(["1 at 1", "1 at 1", "2 at 2", "3 at 3", "30 at 30"]);
    });

    test("a callback may schedule another, which also runs while the clock advances", async () => {
      using time = started();
      let done = 0;
      const again = () => {
        done += 1;
        time.clock.at(time.clock.now() + hour, again);
      };
      time.clock.at(time.clock.now() + hour, again);
      await time.advance(5.5 * hour);
      expect(done).to.equal(5);
    });

    test("a callback in the past runs soon, and never synchronously", async () => {
      using time = started();
      let done = false;
      time.clock.at(time.clock.now() - hour, () => {
        done = true;
      });
      expect(done).to.equal(false);
      await time.advance(1);
      expect(done).to.equal(true);
    });

    test("a cancelled callback does not run, although others have the same time", async () => {
      using time = started();
      const done: string[] = [];
      const when = time.clock.now() + hour;
      const cancels = ["a", "b", "c"].map((callback) => time.clock.at(when, () => done.push(callback)));
      cancels[1]?.();
      cancels[1]?.();
      await time.advance(2 * hour);
      expect(done).to.deep.equal(["a", "c"]);
      cancels[0]?.();
    });

    test("a callback may cancel another that is due as well", async () => {
      using time = started();
      const done: string[] = [];
      time.clock.at(time.clock.now() + hour, () => {
        done.push("first");
        cancel();
      });
      const cancel = time.clock.at(time.clock.now() + 2 * hour, () => done.push("second"));
      await time.advance(3 * hour);
      expect(done).to.deep.equal(["first"]);
    });
  });
}
