import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { HandClock } from "#engine/engine.suite.ts";
import { Herald } from "./herald.ts";

/** A herald, and a listener whose next `failures` notices fail. */
function fixture(failures: number) {
  const clock = new HandClock();
  const heard: string[] = [];
  let left = failures;
  const hear = async (what: string) => {
    heard.push(what);
    left -= 1;
    if (left >= 0) throw new Error("the store does not answer");
  };
  const note = (event: string) => void heard.push(event);
  const herald = new Herald(
    {
      forget: (keys) => note(`forget ${keys}`),
      applied: (keys) => hear(`applied ${keys}`),
      leadershipChanged: () => hear("leadership changed"),
      wiped: () => hear("wiped"),
      lostTouch: () => note("lost touch"),
      serve: () => Promise.reject(new Error("nobody is followed")),
    },
    { clock, log: { info() {}, warn() {}, error() {} } },
  );
  const pass = async (seconds: number) => {
    await setImmediate();
    await clock.pass(seconds);
    await setImmediate();
  };
  return { herald, clock, heard, pass };
}

suite("a notice of replication", () => {
  test("that fails is given again, before any other", async () => {
    const { herald, heard, pass } = fixture(2);
    herald.tell("changed keys", ["a"]);
    await setImmediate();
    herald.tell("leadership", []);
    await pass(0.1);
    await pass(0.2);
    await herald.told;
    expect(heard).to.deep.equal([
      ...["forget a", "applied a", "forget everything"],
      ...["applied a", "applied a", "leadership changed"],
    ]);
  });

  test("has what changed be forgotten at once, also while another waits", async () => {
    const { herald, heard } = fixture(1);
    herald.tell("changed keys", ["quota"]);
    await setImmediate();
    herald.tell("changed keys", ["policy"]);
    expect(heard).to.deep.equal(["forget quota", "applied quota", "forget policy"]);
    herald.stop();
  });

  test("that goes on failing ends it: touch is lost, and nothing more is told", async () => {
    const { herald, clock, heard, pass } = fixture(99);
    herald.tell("changed keys", ["a"]);
    herald.tell("wiped", []);
    for (let second = 0; second < 10; second++) await pass(1);
    await herald.told;
    expect(heard.filter((what) => what === "applied a")).to.have.length(7);
    expect(heard.slice(-2)).to.deep.equal(["applied a", "lost touch"]);
    herald.tell("leadership", []);
    await herald.told;
    expect(heard.at(-1)).to.equal("lost touch");
    expect(clock.arranged).to.equal(0);
  });

  test("is not given again once it is over", async () => {
    const { herald, clock, heard } = fixture(99);
    herald.tell("changed keys", ["a"]);
    await setImmediate();
    herald.stop();
    await herald.told;
    expect(heard).to.deep.equal(["forget a", "applied a"]);
    expect(clock.arranged).to.equal(0);
  });
});
