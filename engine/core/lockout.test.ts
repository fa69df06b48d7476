import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import { Lockout } from "./lockout.ts";

/** A lockout, and the mounts that ask it. */
function place() {
  let now = 0;
  const lockout = new Lockout();
  const at = (uuid: string) => ({ mount: { uuid }, clock: { now: () => now } }) as Parameters<Lockout["check"]>[0];
  return {
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    fail(name: string, times = 1, mount = "m") {
      for (let i = 0; i < times; i++) lockout.failed(at(mount), name);
    },
    succeed: (name: string, mount = "m") => lockout.succeeded(at(mount), name),
    isLocked(name: string, mount = "m") {
      try {
        lockout.check(at(mount), name);
        return false;
      } catch (problem) {
        expect(problem).to.be.instanceOf(Problem).with.property("code", "bad token");
        return true;
      }
    },
  };
}

suite("a name that is guessed at", () => {
  test("is locked after five failures, for a quarter of an hour after the last", () => {
    const { fail, isLocked, pass } = place();
    fail("ada", 4);
    expect(isLocked("ada")).to.equal(false);
    pass(14);
    fail("ada");
    expect(isLocked("ada")).to.equal(true);
    pass(14);
    expect(isLocked("ada")).to.equal(true);
    pass(1);
    expect(isLocked("ada")).to.equal(false);
    fail("ada");
    expect(isLocked("ada")).to.equal(false);
  });

  test("is told from others, and from itself elsewhere", () => {
    const { fail, isLocked } = place();
    fail("ada", 5);
    expect([isLocked("ada"), isLocked("bob"), isLocked("ada", "other")]).to.deep.equal([true, false, false]);
  });

  test("begins anew after a success", () => {
    const { fail, isLocked, succeed } = place();
    fail("ada", 4);
    succeed("ada");
    fail("ada", 4);
    expect(isLocked("ada")).to.equal(false);
  });

  test("is remembered among ten thousand others, and let go among more", () => {
    const { fail, isLocked } = place();
    fail("ada", 5);
    for (let i = 0; i < 9_999; i++) fail(`name ${i}`);
    expect(isLocked("ada")).to.equal(true);
    fail("one more");
    expect(isLocked("ada")).to.equal(false);
  });
});
