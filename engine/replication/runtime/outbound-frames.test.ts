import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { fresh } from "../machine/state.ts";
import { MerkleTree } from "../merkle/tree.ts";
import { outboundFrames } from "./outbound-frames.ts";
import { WriteLog } from "./write-log.ts";

async function pages(count: number, characters: number): Promise<readonly Readonly<{ keys: number; read: number }>[]> {
  const stored = memoryStore();
  const name = (number: number) => `shared/k${String(number).padStart(6, "0")}`;
  const value = "x".repeat(characters);
  await stored.commit(Array.from({ length: count }, (_, number) => ({ key: name(number), value })));
  let read = 0;
  const store: typeof stored = {
    ...stored,
    async range(range) {
      const found = await stored.range(range);
      read += found.length;
      return found;
    },
  };
  const tree = await MerkleTree.open({ store, cryptography: cryptographyForTests });
  const { log } = await WriteLog.open(store, fresh.log);
  const source = { log, store, tree, pause: async () => {}, maxFrameCharacters: () => Number.POSITIVE_INFINITY };
  const found: Readonly<{ keys: number; read: number }>[] = [];
  for (let after: string | null = ""; after !== null; ) {
    read = 0;
    const frames = outboundFrames({ type: "page", to: "lima", after, last: 0, filtered: [] }, source);
    const { value: frame } = await frames.next();
    const { page } = JSON.parse(frame?.text ?? "").message;
    found.push({ keys: page.items.length, read });
    after = page.through;
  }
  return found;
}

test("a page of a copy is bounded in keys and characters, and no value is read that it has no room for", async () => {
  const mebibyte = 1024 * 1024;
  expect(await pages(3, mebibyte)).to.deep.equal([...Array(3).fill({ keys: 1, read: 1 }), { keys: 0, read: 0 }]);
  expect(await pages(300, 1024)).to.deep.equal([
    { keys: 128, read: 128 },
    { keys: 128, read: 128 },
    { keys: 44, read: 44 },
  ]);
});
