import { suite, test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import { decodeBase64, encodeBase64 } from "../api/values/base64.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { Consistency, indexHeader } from "./consistency.ts";
import { fresh, type Primary, type Replica, type Secondary } from "./machine/state.ts";
import type { History } from "./protocol/history.ts";

const first = { epoch: 1, id: "first era", after: 0 };

function primary(last: number, history: History = [first]): Primary {
  const record = {
    set: "set-1",
    cluster: "set-1",
    identity: null,
    filtered: [],
    history,
    address: "",
    secondaries: [],
  };
  return {
    role: "primary",
    record: {
      ...record,
      previousSecondaries: [],
      receivedClaim: null,
      members: [],
      announceTo: null,
      discardedBranch: null,
      outdated: null,
    },
    log: { first: 1, last },
    stretch: null,
    secondaries: [],
    beatAt: 0,
    inquiry: null,
    connection: { phase: "none" },
  };
}

function secondary(last: number, changes: Partial<Secondary["record"]> = {}): Secondary {
  return {
    role: "secondary",
    record: {
      set: "set-1",
      cluster: "lima-1",
      identity: null,
      filtered: [],
      id: "lima",
      history: [first],
      upstream: null,
      data: { phase: "streaming", reach: 0, first: false },
      right: { state: "none" },
      receivedClaim: null,
      members: [],
      discardedBranch: null,
      previousSecondaries: [],
      discarded: 0,
      ...changes,
    },
    log: { first: 1, last },
    connection: { phase: "none" },
    startedAt: 0,
    lastReceivedAt: null,
    primaryLastIndex: 0,
    caughtUpAt: 0,
    secondaries: [],
    transfersFrom: 0,
    isRightConfirmed: false,
    inquiredAt: null,
    rightRequest: { state: "none" },
    beatAt: 0,
  };
}

function consistencyOf(replica: Replica): Consistency {
  return new Consistency({ state: () => replica, cryptography: cryptographyForTests });
}

function indexOf(replica: Replica, entry = replica.log.last): string {
  const text = consistencyOf(replica).withIndex({}, entry)?.headers?.[indexHeader];
  if (text === undefined) throw new Error("the response has no index");
  return text;
}

function reached(text: string, replica: Replica): boolean {
  try {
    consistencyOf(replica).expect(text);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "behind") return false;
    throw error;
  }
}

suite("the index that a client carries", () => {
  test("names the set and the entry, and is signed", () => {
    const [version, set, local, entry, mac] = decodeBase64(indexOf(primary(7))).split(":");
    expect([version, set, local, entry]).to.deep.equal(["v1", "set-1", "0", "7"]);
    expect(mac).to.match(/^[0-9a-f]{64}$/);
  });

  test("is missing without replication", () => {
    expect(consistencyOf(fresh).withIndex({}, 7)).to.deep.equal({});
  });

  test("is reached from its entry on", () => {
    const index = indexOf(primary(7));
    expect([6, 7, 8].map((last) => reached(index, secondary(last)))).to.deep.equal([false, true, true]);
    expect([6, 7, 8].map((last) => reached(index, primary(last)))).to.deep.equal([false, true, true]);
  });

  test("is a list: all indices of it have to be reached", () => {
    const both = `${indexOf(primary(3))}, ${indexOf(primary(7))}`;
    expect([3, 7].map((last) => reached(both, secondary(last)))).to.deep.equal([false, true]);
  });

  test("of another set is ignored, as is any index without replication", () => {
    const index = indexOf(primary(7));
    const record = { ...primary(1).record, set: "set-2" };
    expect(reached(index, { ...primary(1), record })).to.equal(true);
    expect(reached(index, fresh)).to.equal(true);
  });

  test("is not reached while a copy is under way, nor before the log has caught up with it", () => {
    const index = indexOf(primary(7));
    expect(
      reached(index, secondary(7, { data: { phase: "copying", copied: "shared/m", reach: 0, first: false } })),
    ).to.equal(false);
    expect(reached(index, secondary(7, { data: { phase: "streaming", reach: 9, first: false } }))).to.equal(false);
    expect(reached(index, secondary(9, { data: { phase: "streaming", reach: 9, first: false } }))).to.equal(true);
  });

  test("of an entry that a forced promotion left behind is not that of its successor", () => {
    const lost = indexOf(primary(7));
    const second = { epoch: 2, id: "second era", after: 5 };
    const promoted = primary(9, [first, second]);
    expect(reached(lost, promoted)).to.equal(false);
    expect(reached(indexOf(primary(5)), promoted)).to.equal(true);
    expect(reached(indexOf(promoted), promoted)).to.equal(true);
    expect(reached(indexOf(promoted, 7), primary(9))).to.equal(false);
  });

  test("stays valid after restarts of the primary, but not over an older store that has another entry under its number", () => {
    const stretch = (id: string, after: number) => ({ epoch: 1, id, after, continues: first.id });
    const idle = primary(7, [first, stretch("one", 7)]);
    expect(reached(indexOf(primary(7)), idle)).to.equal(true);
    expect(reached(indexOf(idle), primary(7, [first, stretch("two", 7)]))).to.equal(true);
    expect(reached(indexOf(primary(9)), primary(9, [first, stretch("two", 7)]))).to.equal(false);
  });

  test("of a secondary that knows of an era before its entries is as far as those", () => {
    const second = { epoch: 2, id: "second era", after: 5 };
    expect(reached(indexOf(primary(5)), secondary(3, { history: [first, second] }))).to.equal(false);
  });

  test("that no cluster issued is not reached", () => {
    const parts = decodeBase64(indexOf(primary(7))).split(":");
    const altered = encodeBase64(parts.with(3, "1").join(":"));
    expect(reached(altered, primary(7))).to.equal(false);
  });

  for (const text of [
    "",
    "x",
    "%%%",
    "v1:set-1:0:7",
    encodeBase64("v1:set-1:0:7"),
    encodeBase64(`v2:set-1:0:7:${"0".repeat(64)}`),
  ]) {
    test(`that reads ${JSON.stringify(text)} is refused by the header's name`, () => {
      expect(() => reached(text, primary(7)))
        .to.throw(Problem)
        .that.includes({ code: "refused" })
        .and.has.property("message")
        .that.contains("X-Vault-Index");
    });
  }
});
