import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { HandClock } from "#engine/engine.suite.ts";
import { ChangeNotifier } from "./change-notifier.ts";

/** A notifier, and a listener whose next `failures` notices fail. */
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
  const notifier = new ChangeNotifier(
    {
      forget: (keys) => note(`forget ${keys}`),
      applied: (keys) => hear(`applied ${keys}`),
      leadershipChanged: () => hear("leadership changed"),
      wiped: () => hear("wiped"),
      lostTouch: () => note("lost touch"),
      serve: () => Promise.reject(new Error("there is no secondary")),
    },
    { clock, log: { info() {}, warn() {}, error() {} } },
  );
  const pass = async (seconds: number) => {
    await setImmediate();
    await clock.pass(seconds);
    await setImmediate();
  };
  return { notifier, clock, heard, pass };
}

suite("a notice of replication", () => {
  test("that fails is given again, before any other", async () => {
    const { notifier, heard, pass } = fixture(2);
    notifier.tell("changed keys", ["a"]);
    await setImmediate();
    notifier.tell("leadership", []);
    await pass(0.1);
    await pass(0.2);
    await notifier.told;
    expect(heard).to.deep.equal([
      ...["forget a", "applied a", "forget everything"],
      ...["applied a", "applied a", "leadership changed"],
    ]);
  });

  test("has what changed be forgotten at once, also while another waits", async () => {
    const { notifier, heard } = fixture(1);
    notifier.tell("changed keys", ["quota"]);
    await setImmediate();
    notifier.tell("changed keys", ["policy"]);
    expect(heard).to.deep.equal(["forget quota", "applied quota", "forget policy"]);
    notifier.stop();
  });

  test("that goes on failing ends it: touch is lost, and nothing more is told", async () => {
    const { notifier, clock, heard, pass } = fixture(99);
    notifier.tell("changed keys", ["a"]);
    notifier.tell("wiped", []);
    for (let second = 0; second < 10; second++) await pass(1);
    await notifier.told;
    expect(heard.filter((what) => what === "applied a")).to.have.length(7);
    expect(heard.slice(-2)).to.deep.equal(["applied a", "lost touch"]);
    notifier.tell("leadership", []);
    await notifier.told;
    expect(heard.at(-1)).to.equal("lost touch");
    expect(clock.arranged).to.equal(0);
  });

  test("is not given again once it is over", async () => {
    const { notifier, clock, heard } = fixture(99);
    notifier.tell("changed keys", ["a"]);
    await setImmediate();
    notifier.stop();
    await notifier.told;
    expect(heard).to.deep.equal(["forget a", "applied a"]);
    expect(clock.arranged).to.equal(0);
  });
});
