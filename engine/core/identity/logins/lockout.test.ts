import { suite, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { Problem } from "../../../api/problem.ts";
import { cryptographyForTests } from "../../../ports/cryptography-for-tests.suite.ts";
import { Lockout } from "./lockout.ts";

function lockoutFixture() {
  let now = 0;
  const lockout = new Lockout();
  const at = (uuid: string) =>
    ({ mount: { uuid }, clock: { now: () => now }, cryptography: cryptographyForTests }) as Parameters<
      Lockout["check"]
    >[0];
  return {
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    fail(name: string, times = 1, { mount = "m", isKnown = true } = {}) {
      for (let i = 0; i < times; i++) lockout.failed(at(mount), name, { isKnown });
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

function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

const unknownName = { isKnown: false };

suite("a name with failed logins", () => {
  test("is locked after five failures, for 15 minutes after the last one", () => {
    const { fail, isLocked, pass } = lockoutFixture();
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

  test("is counted separately from other names and from the same name at other mounts", () => {
    const { fail, isLocked } = lockoutFixture();
    fail("ada", 5);
    expect([isLocked("ada"), isLocked("bob"), isLocked("ada", "other")]).to.deep.equal([true, false, false]);
  });

  test("starts over after a successful login", () => {
    const { fail, isLocked, succeed } = lockoutFixture();
    fail("ada", 4);
    succeed("ada");
    fail("ada", 4);
    expect(isLocked("ada")).to.equal(false);
  });

  test("stays locked and keeps its count, for any number of failures of unknown names", () => {
    const { fail, isLocked } = lockoutFixture();
    fail("ada", 5);
    fail("bob", 4);
    for (let i = 0; i < 10_001; i++) fail(`name ${i}`, 5, unknownName);
    fail("bob");
    expect([isLocked("ada"), isLocked("bob")]).to.deep.equal([true, true]);
  });

  test("without a user stays locked too, up to ten thousand such names; further names are not counted", () => {
    const { fail, isLocked, pass } = lockoutFixture();
    for (let i = 0; i < 10_001; i++) fail(`name ${i}`, 5, unknownName);
    expect([isLocked("name 0"), isLocked("name 9999"), isLocked("name 10000")]).to.deep.equal([true, true, false]);
    pass(15);
    fail("name 10000", 5, unknownName);
    expect([isLocked("name 0"), isLocked("name 10000")]).to.deep.equal([false, true]);
  });

  test("without a user is evicted by ten thousand others before it is locked", () => {
    const { fail, isLocked } = lockoutFixture();
    fail("eve", 4, unknownName);
    for (let i = 0; i < 10_000; i++) fail(`name ${i}`, 1, unknownName);
    fail("eve", 1, unknownName);
    expect(isLocked("eve")).to.equal(false);
  });

  test("needs no more memory if it is long", () => {
    const { fail, isLocked } = lockoutFixture();
    const [names, letters] = [100, 1024 * 1024];
    const nameOf = (i: number) => Buffer.alloc(letters, i).toString("latin1");
    const before = bytesInUse();
    for (let i = 0; i < names; i++) fail(nameOf(i), 5, unknownName);
    expect(bytesInUse() - before).to.be.below((names * letters) / 10);
    expect([isLocked(nameOf(0)), isLocked(nameOf(names - 1))]).to.deep.equal([true, true]);
  });
});
