// Runs a primary with or without a Merkle tree. Without one, its store refuses the reads from which a tree is built.
import { z } from "zod";
import { startCluster } from "#cluster/cluster.ts";
import { inMemory } from "#cluster/stores/in-memory.ts";
import type { Store } from "#engine/ports/store.ts";
import { operatorOf } from "../operator.ts";
import { inputOf, report } from "./child-process.ts";

const { tree } = inputOf(z.object({ tree: z.boolean() }));

const rootToken = "root";
const unsealKey = new Uint8Array(32).fill(7);
const treePrefix = "local/replication/merkle/";
const sharedPrefix = "shared/";

const inside = inMemory();
await using begun = await startCluster({ name: "Oslo", rootToken, unsealKey, store: inside });
const operator = operatorOf(begun, rootToken);
await operator.enablePrimary();
await operator.write("sys/mounts/colours", { type: "kv" });
if (tree) {
  report({ address: begun.api, rootToken });
} else {
  await begun[Symbol.asyncDispose]();
  const stored = await inside.range({ prefix: treePrefix, keysOnly: true });
  await inside.commit(stored.map(([key]) => ({ key, value: null })));
  const store: Store = {
    ...inside,
    range: (range) =>
      range.prefix === sharedPrefix ? Promise.reject(new Error("no tree is built here")) : inside.range(range),
  };
  const { api } = await startCluster({ name: "Oslo", rootToken, unsealKey, store });
  if ((await inside.range({ prefix: treePrefix, limit: 1 })).length > 0) throw new Error("a tree is kept");
  report({ address: api, rootToken });
}
await new Promise(() => {});
