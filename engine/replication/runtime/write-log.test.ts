import { suite, test } from "node:test";
import { expect } from "chai";
import { memoryStore } from "../../stores/memory-store.ts";
import { logKey, WriteLog } from "./write-log.ts";

async function logOver(indexes: readonly number[], recorded: Readonly<{ first: number; last: number }>) {
  const store = memoryStore();
  await store.commit(indexes.map((index) => ({ key: logKey(index), value: `${index}` })));
  return WriteLog.open(store, recorded);
}

suite("the write log that a store holds", () => {
  for (const [what, indexes, recorded, span] of [
    ["what came after the record", [1, 2, 3, 4], { first: 1, last: 2 }, { first: 1, last: 4 }],
    ["what was dropped since the record", [3, 4, 5], { first: 1, last: 3 }, { first: 3, last: 5 }],
    ["no leftover before an empty log", [1, 2, 3], { first: 8, last: 7 }, { first: 8, last: 7 }],
    ["no leftover after a gap", [1, 2, 9], { first: 1, last: 2 }, { first: 1, last: 2 }],
    ["an end that the keys do not reach", [1, 2], { first: 1, last: 5 }, { first: 6, last: 5 }],
  ] as const) {
    test(`is that of the record: ${what}`, async () => {
      expect((await logOver(indexes, recorded)).span).to.deep.equal(span);
    });
  }

  test("reports the first entry that fits into its limit in bytes, until it begins again", async () => {
    const { log } = await WriteLog.open(memoryStore(), { first: 1, last: 0 }, { maxCharacters: 10 });
    log.follow({ first: 1, last: 2 }, { texts: ["1234", "1234"] });
    expect(log.floor).to.equal(undefined);
    log.follow({ first: 1, last: 4 }, { texts: ["1234", "12"] });
    expect(log.floor).to.equal(2);
    log.follow({ first: 2, last: 5 }, { texts: ["more than all of it"] });
    expect(log.floor).to.equal(5);
    log.follow({ first: 10, last: 9 }, { texts: [] });
    expect(log.floor).to.equal(undefined);
  });
});
