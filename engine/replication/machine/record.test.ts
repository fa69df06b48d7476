import { suite, test } from "node:test";
import { expect } from "chai";
import { storedRecord } from "./record.ts";

const record = {
  set: "set",
  cluster: "lima's",
  identity: null,
  filtered: [],
  id: "lima",
  history: [],
  upstream: null,
  right: { state: "none" },
  met: null,
  members: [],
  givenUp: null,
  former: [],
  discarded: 0,
};
const log = { first: 1, last: 0 };

function readBack(stored: object): unknown {
  const read = storedRecord.parse({ role: "secondary", log, record: { ...record, ...stored } });
  return read.role === "secondary" && read.record.data;
}

suite("the record of a secondary", () => {
  for (const [stored, data] of [
    [
      { bootstrapping: true, copied: "shared/k", reach: 7, awaitRevocations: false },
      { phase: "copying", copied: "shared/k", reach: 7, first: true },
    ],
    [
      { bootstrapping: true, copied: null, reach: 0, awaitRevocations: false },
      { phase: "streaming", reach: 0, first: true },
    ],
    [
      { bootstrapping: false, copied: null, reach: 7, awaitRevocations: false },
      { phase: "streaming", reach: 7, first: false },
    ],
    [
      { bootstrapping: false, copied: null, reach: 7, awaitRevocations: true },
      { phase: "streaming", reach: 7, first: false },
    ],
  ] as const) {
    test(`stored before phases had names is read: ${JSON.stringify(stored)}`, () => {
      expect(readBack(stored)).to.deep.equal(data);
      expect(readBack({ data })).to.deep.equal(data);
    });
  }

  test("stored under earlier names is read under those of today", () => {
    const { filtered: withheld, ...others } = record;
    const data = { phase: "following", reach: 7, first: false };
    const read = storedRecord.parse({ role: "secondary", log, record: { ...others, withheld, data } });
    expect(read).to.deep.equal({
      role: "secondary",
      log,
      record: { ...record, data: { ...data, phase: "streaming" } },
    });
  });
});
