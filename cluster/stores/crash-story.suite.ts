import { createHash } from "node:crypto";
import { expect } from "chai";
import type { Change, Store } from "#engine/ports/store.ts";

/** How many batches of the story are in the store at a time; the batch that makes the next one deletes the oldest. */
const kept = 12;

/** A number from 0 up to 1, the same for the same words. */
export function chance(...words: readonly (string | number)[]): number {
  return createHash("sha256").update(words.join("/")).digest().readUInt32LE() / 2 ** 32;
}

/** The `number`-th batch of a story that is always the same: what the store holds tells how far it got. */
export function batchOf(number: number): readonly Change[] {
  const old = entriesOf(number - kept).map(([key]): Change => ({ key, value: null }));
  const made = entriesOf(number).map(([key, value]): Change => ({ key, value }));
  return [...old, { key: "head", value: String(number) }, ...made];
}

/** How many batches of the story `store` holds. Fails when it holds anything but the first so many, each whole. */
export async function storyIn(store: Store): Promise<number> {
  const found = new Map(await store.range({ prefix: "" }));
  const head = Number(found.get("head") ?? 0);
  const expected = new Map<string, string>(head === 0 ? [] : [["head", String(head)]]);
  for (let number = head - kept + 1; number <= head; number += 1) {
    for (const [key, value] of entriesOf(number)) expected.set(key, value);
  }
  const digests = (entries: ReadonlyMap<string, string>) =>
    [...entries].map(([key, value]) => `${key} ${digest(value)}`);
  expect(digests(found).toSorted(), `the first ${head} batches`).to.deep.equal(digests(expected).toSorted());
  return head;
}

function entriesOf(number: number): readonly (readonly [key: string, value: string])[] {
  if (number < 1) return [];
  const count = 1 + Math.floor(chance("count", number) * 8);
  return Array.from({ length: count }, (_, index) => {
    // A few are long: then a transaction takes its time.
    const length = 50 + Math.floor(chance("length", number, index) ** 12 * 200_000);
    return [`entry/${chance("key", number, index)}`, `${number} `.repeat(length)] as const;
  });
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
