import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

type Listed = Readonly<{ cluster: string; names: string; list?: string }>;

async function expectListed(
  world: RehearsalWorld,
  { cluster, names, list = "identity-accesslist" }: Listed,
): Promise<void> {
  const { body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path: `auth/cloud/${list}` });
  const ids = (body?.data?.keys ?? []) as readonly string[];
  expect(ids.map((id) => world.instances.nameOf(id)).sort()).to.deep.equal(names.split(", ").filter(Boolean));
}

Then(
  "the access list of {cluster} has exactly the instances {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await expectListed(this, { cluster, names });
  },
);

Then("the access list of {cluster} is empty", async function (this: RehearsalWorld, cluster: string) {
  await expectListed(this, { cluster, names: "" });
});

Then("the access list of {cluster} is soon empty", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(() => expectListed(this, { cluster, names: "" }));
});

When(
  "the access list entry of {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { id } = this.instances.named(name).instance;
    await this.cluster(cluster).send("DELETE", `auth/cloud/identity-accesslist/${id}`);
  },
);

Then(
  "the access list entry of {string} in {cluster} has {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, fields: string) {
    const { id } = this.instances.named(name).instance;
    const entry = await this.cluster(cluster).read(`auth/cloud/identity-accesslist/${id}`);
    const told = Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, String(value)]));
    expect(told).to.include(fieldsOf(fields));
  },
);

Then(
  "there is no access list entry of {string} in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { id } = this.instances.named(name).instance;
    const path = `auth/cloud/identity-accesslist/${id}`;
    expect((await this.cluster(cluster).askAsOperator({ method: "GET", path })).status).to.equal(404);
  },
);

Then(
  "the access list entry of {string} in {cluster} was updated {int} minutes after it was made",
  async function (this: RehearsalWorld, name: string, cluster: string, minutes: number) {
    const { id } = this.instances.named(name).instance;
    const entry = await this.cluster(cluster).read(`auth/cloud/identity-accesslist/${id}`);
    const [made, updated] = [entry.creation_time, entry.last_updated_time].map((time) => Date.parse(String(time)));
    expect(((updated ?? 0) - (made ?? 0)) / 60_000).to.be.within(minutes, minutes + 1);
  },
);

Then(
  "the access list of {cluster} soon has exactly the instances {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await this.eventually(() => expectListed(this, { cluster, names }));
  },
);

Then(
  "the access list of {cluster} by its old name has exactly the instances {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await expectListed(this, { cluster, names, list: "identity-whitelist" });
  },
);

Then(
  "the access list entry of {string} in {cluster} by its old name is that of the role {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string) {
    const { id } = this.instances.named(name).instance;
    const entry = await this.cluster(cluster).read(`auth/cloud/identity-whitelist/${id}`);
    expect(entry).to.include({ role });
    expect(entry).to.deep.equal(await this.cluster(cluster).read(`auth/cloud/identity-accesslist/${id}`));
  },
);

When(
  "the access list entry of {string} is deleted in {cluster} by its old name",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { id } = this.instances.named(name).instance;
    await this.cluster(cluster).send("DELETE", `auth/cloud/identity-whitelist/${id}`);
  },
);
