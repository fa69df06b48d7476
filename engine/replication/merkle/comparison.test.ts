import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import type { Message } from "../protocol/message.ts";
import { Comparison } from "./comparison.ts";
import { frontCoded } from "./front-coding.ts";
import { MerkleTree } from "./tree.ts";

async function askedFor(count: number, characters: number): Promise<readonly number[]> {
  const store = memoryStore();
  const tree = await MerkleTree.open({ store, cryptography: cryptographyForTests });
  await store.commit((await tree.beginBuilding()).changes);
  tree.apply(await tree.beginBuilding());
  const comparison = new Comparison({ store, tree, pause: async () => {} });
  const common = { history: [], index: 1, common: 0, filtered: [] };
  const question = await comparison.next({ type: "diff", ...common, subtrees: [["mount/m", "d"]] });
  expect(question).to.deep.include({ type: "list", subtree: "mount/m" });
  const name = (number: number) => `shared/mount/m/${String(number).padStart(characters, "0")}`;
  const keys = frontCoded(Array.from({ length: count }, (_, number) => name(number)));
  const asked: number[] = [];
  const items = keys.map(([kept, rest]) => [kept, rest, "d"] as const);
  let next: Message = await comparison.next({ type: "keys", through: null, items });
  while (next.type === "fetch") {
    asked.push(next.keys.length);
    next = await comparison.next({ type: "values", last: 1, items: next.keys.map((key) => [key, "x"]) });
  }
  expect(next).to.deep.equal({ type: "synced" });
  return asked;
}

test("requests for values are bounded in keys, and in characters when keys are long", async () => {
  expect(await askedFor(600, 20)).to.deep.equal([512, 88]);
  expect(await askedFor(40, 65_536)).to.deep.equal([16, 16, 8]);
});
