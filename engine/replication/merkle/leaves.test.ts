import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { leavesOf } from "./leaves.ts";
import { MerkleTree } from "./tree.ts";

async function repliesWith(count: number, characters: number): Promise<readonly (readonly string[])[]> {
  const store = memoryStore();
  const name = (number: number) => `shared/mount/m/${String(number).padStart(characters, "0")}`;
  const keys = Array.from({ length: count }, (_, number) => name(number));
  await store.commit(keys.map((key) => ({ key, value: "x" })));
  const tree = await MerkleTree.open({ store, cryptography: cryptographyForTests });
  const answers: string[][] = [];
  for (let after: string | null = ""; after !== null; ) {
    const wanted = { subtree: "mount/m", buckets: null, after };
    const { through, items } = await leavesOf(wanted, { store, tree, pause: async () => {} });
    answers.push(items.map(([key]) => key));
    after = through;
  }
  expect(answers.flat()).to.deep.equal(keys);
  return answers;
}

const lengths = (answers: readonly (readonly string[])[]) => answers.map((keys) => keys.length);

test("replies with keys of a subtree are bounded in keys, and in characters when keys are long", async () => {
  expect(lengths(await repliesWith(5000, 20))).to.deep.equal([4096, 904]);
  expect(lengths(await repliesWith(40, 65_536))).to.deep.equal([16, 16, 8]);
});
