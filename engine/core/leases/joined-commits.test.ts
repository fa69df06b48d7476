import { test } from "node:test";
import { expect } from "chai";
import type { Storage, StorageChange } from "../storage/storage.ts";
import { joinedCommits } from "./joined-commits.ts";

function fixture(outcome: () => Promise<void> = async () => {}) {
  const batches: (readonly string[])[] = [];
  const storage: Storage = {
    read: async () => undefined,
    keys: async () => [],
    commit(changes) {
      batches.push(changes.map(({ key }) => key));
      return outcome();
    },
  };
  return { batches, commit: joinedCommits(storage) };
}

function removal(key: string): readonly StorageChange[] {
  return [{ space: "local", key, value: null }];
}

test("changes submitted in the same turn are one batch, in order, and later changes are another", async () => {
  const { batches, commit } = fixture();
  await Promise.all(["a", "b", "c"].map((key) => commit(removal(key))));
  await commit(removal("d"));
  expect(batches).to.deep.equal([["a", "b", "c"], ["d"]]);
});

test("a failed batch fails for all of its changes, and for no later ones", async () => {
  const outcomes = [Promise.reject(new Error("the disk is full")), Promise.resolve()];
  const { commit } = fixture(() => outcomes.shift() ?? Promise.resolve());
  const ends = await Promise.allSettled(["a", "b"].map((key) => commit(removal(key))));
  expect(ends.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
  await commit(removal("c"));
});

test("the size of a batch is limited, and no change beyond it is lost", async () => {
  const { batches, commit } = fixture();
  const keys = Array.from({ length: 1000 }, (_, number) => `key-${number}`);
  await Promise.all(keys.map((key) => commit(removal(key))));
  expect(batches.map(({ length }) => length)).to.deep.equal([512, 488]);
  expect(batches.flat()).to.deep.equal(keys);
});
