import { suite, test } from "node:test";
import { expect } from "chai";
import { cloudFixture } from "../fixture.suite.ts";
import { type AccessListEntry, accessList, accessListLock } from "../instance/access-list/access-list-entry.ts";
import { tidyAccessList } from "./tidy-access-list.ts";

const now = 1_800_000_000_000;
const hour = 3_600_000;

function entry(expiresAt: number): AccessListEntry {
  return {
    accountId: "111122223333",
    role: "web",
    nonce: "n",
    disallowReauthentication: false,
    pendingTime: "2026-01-01T00:00:00Z",
    createdAt: 0,
    updatedAt: 0,
    expiresAt,
  };
}

function list(ends: Readonly<Record<string, number>>, locked: (name: string) => Promise<void> = async () => {}) {
  const { storage } = cloudFixture();
  let turns = 0;
  let pace = 0;
  let passed = 0;
  const clock = {
    now() {
      passed += pace;
      return now + passed;
    },
    at(_: number, callback: () => void) {
      turns += 1;
      queueMicrotask(callback);
      return () => {};
    },
  };
  const withLock = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    await locked(name);
    return task();
  };
  return {
    storage,
    turns: () => turns,
    slow: (milliseconds: number) => {
      pace = milliseconds;
    },
    fill: () => storage.commit(Object.entries(ends).map(([id, end]) => accessList.put(id, entry(end)))),
    tidy: (bufferSeconds: number) => tidyAccessList({ storage, clock, withLock }, bufferSeconds),
    left: () => accessList.names(storage),
  };
}

suite("tidying the identity access list", () => {
  test("removes entries that expired longer ago than the buffer, and no others", async () => {
    const { fill, tidy, left } = list({
      "i-long-over": now - 3 * hour,
      "i-just-over": now - hour - 1,
      "i-not-yet": now - hour,
      "i-live": now + hour,
    });
    await fill();
    await tidy(3600);
    expect(await left()).to.have.members(["i-not-yet", "i-live"]);
    await tidy(0);
    expect(await left()).to.deep.equal(["i-live"]);
  });

  test("keeps an entry that a login renews in the meantime", async () => {
    const anew = list({ "i-1": now - 3 * hour, "i-2": now - 3 * hour }, async (name) => {
      if (name === accessListLock("i-1")) await anew.storage.commit([accessList.put("i-1", entry(now + hour))]);
    });
    await anew.fill();
    await anew.tidy(0);
    expect(await anew.left()).to.deep.equal(["i-1"]);
  });

  test("checks all of many entries, and yields to other tasks", async () => {
    const ends = Array.from({ length: 1201 }, (_, index) => [`i-${index}`, index % 2 === 0 ? 0 : now + hour] as const);
    const locks = new Set<string>();
    const { fill, tidy, left, turns } = list(Object.fromEntries(ends), async (name) => void locks.add(name));
    await fill();
    await tidy(0);
    expect(await left()).to.have.length(600);
    expect(turns()).to.be.at.least(2);
    expect(locks.size).to.be.within(2, 256);
  });

  test("yields to other tasks after some milliseconds, however few entries it has checked", async () => {
    const ends = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`i-${index}`, 0]));
    const { fill, tidy, left, turns, slow } = list(ends);
    await fill();
    slow(1);
    await tidy(0);
    expect(await left()).to.deep.equal([]);
    expect(turns()).to.be.within(5, 20);
  });
});
