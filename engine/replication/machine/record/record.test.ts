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
  receivedClaim: null,
  members: [],
  discardedBranch: null,
  previousSecondaries: [],
  discarded: 0,
};
const log = { first: 1, last: 0 };

function readBack(stored: object): unknown {
  const read = storedRecord.parse({ role: "secondary", log, record: { ...record, ...stored } });
  return read.role === "secondary" && read.record.data;
}

suite("the record of a secondary", () => {
  for (const data of [
    { phase: "copying", copied: "shared/k", reach: 7, first: true },
    { phase: "comparing", reach: 7, first: false },
    { phase: "streaming", reach: 0, first: true },
  ]) {
    test(`is read as it was stored while ${data.phase}`, () => {
      expect(readBack({ data })).to.deep.equal(data);
    });
  }

  for (const data of [
    { phase: "following", reach: 7, first: false },
    { phase: "copying", reach: 7, first: true },
  ]) {
    test(`is refused with the data ${JSON.stringify(data)}`, () => {
      expect(() => readBack({ data })).to.throw("data");
    });
  }
});
