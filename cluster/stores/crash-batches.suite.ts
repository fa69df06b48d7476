import { createHash } from "node:crypto";
import { expect } from "chai";
import type { Change, Store } from "#engine/ports/store.ts";

/** Number of batches whose entries the store contains. A batch deletes the entries of the oldest batch. */
const retainedBatches = 12;

/** Returns a number in [0, 1) that depends only on `words`. */
export function hashedFraction(...words: readonly (string | number)[]): number {
  return createHash("sha256").update(words.join("/")).digest().readUInt32LE() / 2 ** 32;
}

/** Returns the batch with this number, which is always the same. */
export function batchOf(number: number): readonly Change[] {
  const old = entriesOf(number - retainedBatches).map(([key]): Change => ({ key, value: null }));
  const made = entriesOf(number).map(([key, value]): Change => ({ key, value }));
  return [...old, { key: "head", value: String(number) }, ...made];
}

/**
 * Returns how many batches were written to `store`. Rejects if the content is not exactly that
 * after these batches.
 */
export async function countBatches(store: Store): Promise<number> {
  const found = new Map(await store.range({ prefix: "" }));
  const head = Number(found.get("head") ?? 0);
  const expected = new Map<string, string>(head === 0 ? [] : [["head", String(head)]]);
  for (let number = head - retainedBatches + 1; number <= head; number += 1) {
    for (const [key, value] of entriesOf(number)) expected.set(key, value);
  }
  const digests = (entries: ReadonlyMap<string, string>) =>
    [...entries].map(([key, value]) => `${key} ${digest(value)}`);
  expect(digests(found).toSorted(), `the first ${head} batches`).to.deep.equal(digests(expected).toSorted());
  return head;
}

function entriesOf(number: number): readonly (readonly [key: string, value: string])[] {
  if (number < 1) return [];
  const count = 1 + Math.floor(hashedFraction("count", number) * 8);
  return Array.from({ length: count }, (_, index) => {
    // A few values are long, so that some transactions take long.
    const length = 50 + Math.floor(hashedFraction("length", number, index) ** 12 * 200_000);
    return [`entry/${hashedFraction("key", number, index)}`, `${number} `.repeat(length)] as const;
  });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
