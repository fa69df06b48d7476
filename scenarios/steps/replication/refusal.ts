import { type DataTable, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askAsRoot } from "./ask-as-root.ts";

When("somebody asks to promote {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "secondary/promote");
});

When(
  "somebody asks to promote {cluster} with force {string}",
  async function (this: RehearsalWorld, cluster: string, force: string) {
    await askAsRoot(this, cluster, "secondary/promote", { force: force === "true" });
  },
);

Then("these are refused and change nothing:", async function (this: RehearsalWorld, table: DataTable) {
  const picture = () => Promise.all(this.stage.clusters.map(({ name }) => standing(this, name)));
  const rows = [];
  for (const [index, { cluster = "", request = "", with: words = "", token }] of table.hashes().entries()) {
    const good = token === "good" ? { token: await this.cluster("Oslo").invite(`spare-${index}`) } : {};
    rows.push({ cluster, request, body: { ...fieldsOf(words), ...good } });
  }
  const before = await picture();
  for (const { cluster, request, body } of rows) {
    await askAsRoot(this, cluster, request, body);
    expectRefusal(this.last, `${cluster}: ${request}`);
    expect(await picture(), `after ${cluster}: ${request}`).to.deep.equal(before);
  }
});

/** What must not change: the part, the set and the lead. Heartbeats and progress may. */
async function standing(world: RehearsalWorld, cluster: string) {
  const { mode, state, cluster_id, primary_cluster_addr, known_secondaries } = await world.cluster(cluster).status();
  return { cluster, mode, state, cluster_id, primary_cluster_addr, known_secondaries };
}
