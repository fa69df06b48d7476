import { type DataTable, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { checkWhen, type When } from "../../when.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Returns the paths of mounts, auth methods and namespaces in a cluster's root namespace, from its lists. */
async function pathsIn(world: RehearsalWorld, cluster: string): Promise<readonly string[]> {
  const spaces = await world.cluster(cluster).askAsOperator({ method: "LIST", path: "sys/namespaces" });
  const keys = spaces.status === 404 ? [] : (spaces.body?.data?.keys as readonly string[]);
  return [
    ...Object.keys(await world.cluster(cluster).read("sys/mounts")),
    ...Object.keys(await world.cluster(cluster).read("sys/auth")).map((path) => `auth/${path}`),
    ...keys,
  ];
}

Then(
  "{when}{cluster} has these mounts and namespaces:",
  async function (this: RehearsalWorld, when: When, cluster: string, table: DataTable) {
    await checkWhen(this, when, async () => {
      const paths = await pathsIn(this, cluster);
      for (const { path = "", present } of table.hashes()) {
        expect(paths.includes(path), `${path} in ${cluster}`).to.equal(present === "yes");
      }
    });
  },
);
