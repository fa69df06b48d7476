import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { LinkedClusters, rest } from "../runtime/linked-clusters.suite.ts";
import { treeAnswer } from "./answers.ts";
import { MerkleTree } from "./tree.ts";

test("a secondary that requests filtered parts of the tree learns nothing, not even their existence", async () => {
  const { clusters, oslo } = await LinkedClusters.of("oslo");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await oslo.replication.commit("m", [
    { key: "shared/mount/open/sky", value: "blue" },
    { key: "shared/mount/closed/ring", value: "gold" },
  ]);
  await clusters.clock.pass(1000);
  await rest();
  const { store } = oslo;
  const ports = {
    store,
    tree: await MerkleTree.open({ store, cryptography: cryptographyForTests }),
    pause: async () => {},
    maxFrameCharacters: () => Number.POSITIVE_INFINITY,
  };
  const filtered = [{ name: "mount/closed", path: "closed/" }];
  const to = "lima";
  const asked = async (subtree: string) => [
    await treeAnswer({ type: "nodes", to, nodes: [[subtree, ""]], filtered }, ports),
    await treeAnswer({ type: "keys", to, subtree, buckets: null, after: "", filtered }, ports),
  ];
  const values = ["shared/mount/open/sky", "shared/mount/closed/ring"];
  const reply = JSON.stringify(await asked("mount/open"));
  expect(reply).to.contain("shared/mount/open/sky");
  expect(await asked("mount/closed")).to.deep.equal([
    { type: "nodes", nodes: [""] },
    { type: "keys", through: null, items: [] },
  ]);
  expect(await treeAnswer({ type: "values", to, keys: values, last: 0, filtered }, ports)).to.deep.equal({
    type: "values",
    items: [
      ["shared/mount/open/sky", "blue"],
      ["shared/mount/closed/ring", null],
    ],
    last: 0,
  });
});
