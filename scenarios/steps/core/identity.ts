import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { Resource } from "../../resources.ts";
import { checkWhen, type When as Moment } from "../../when.ts";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "{person} is a user of {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    const password = this.databases.passwordFor(who);
    await this.cluster(cluster).write(`auth/${mount}/users/${who.toLowerCase()}`, { password });
    await this.secondariesCaughtUp(cluster);
  },
);

/** Returns the entity with an alias, a login name in any letter case, at a mount; undefined if there is none. */
async function entityAt(world: RehearsalWorld, alias: string, mount: string, cluster: string) {
  const mounted = (await world.cluster(cluster).read("sys/auth"))[`${mount}/`] as { accessor: string };
  const asked = { alias_name: alias.toLowerCase(), alias_mount_accessor: mounted.accessor };
  return (await world.cluster(cluster).write("identity/lookup/entity", asked)).data;
}

Then(
  "{when}the user {person} of {string} is the same entity in {cluster} and {cluster}",
  async function (this: RehearsalWorld, when: Moment, who: string, mount: string, one: string, other: string) {
    await checkWhen(this, when, async () => {
      const here = await entityAt(this, who, mount, one);
      expect(here?.id).to.be.a("string");
      expect((await entityAt(this, who, mount, other))?.id).to.equal(here?.id);
    });
  },
);

Given(
  "{person} has a secret ID of the {resource}, generated in {cluster}",
  async function (this: RehearsalWorld, who: string, resource: Resource, cluster: string) {
    const path = await resource.path(this);
    const { role_id } = await this.cluster(cluster).read(`${path}/role-id`);
    const { data } = await this.cluster(cluster).write(`${path}/secret-id`);
    this.person(who).program = { roleId: String(role_id), secretId: String(data?.secret_id) };
    await this.secondariesCaughtUp(cluster);
  },
);
