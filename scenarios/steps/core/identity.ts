import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

async function enable(world: RehearsalWorld, mount: string, cluster: string, local: boolean): Promise<void> {
  await world.cluster(cluster).write(`sys/auth/${mount}`, { type: "userpass", local });
  await world.followersHaveIt(cluster);
}

Given(
  "people log in with passwords at {string} in {cluster}",
  async function (this: RehearsalWorld, mount: string, cluster: string) {
    await enable(this, mount, cluster, false);
  },
);

Given(
  "people log in with passwords at {string} in {cluster} alone",
  async function (this: RehearsalWorld, mount: string, cluster: string) {
    await enable(this, mount, cluster, true);
  },
);

Given(
  "{person} has a password at {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    const password = this.passwordFor(who);
    await this.cluster(cluster).write(`auth/${mount}/users/${who.toLowerCase()}`, { password });
    await this.followersHaveIt(cluster);
  },
);

async function logIn(world: RehearsalWorld, who: string, mount: string, cluster: string) {
  const path = `auth/${mount}/login/${who.toLowerCase()}`;
  const { status, body } = await world.try(cluster, {
    method: "POST",
    path,
    body: { password: world.passwordFor(who) },
  });
  if (status !== 200) return;
  world.person(who).token = String(body?.auth?.client_token);
  world.clients.hold(who, cluster, String(body?.auth?.client_token));
}

When(
  "{person} logs in with the password at {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    await logIn(this, who, mount, cluster);
    expect(this.last.status).to.equal(200);
  },
);

When(
  "{person} tries to log in with the password at {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    await logIn(this, who, mount, cluster);
  },
);

Then(
  "{person} can log in with the password at {string} in {cluster} again",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    await this.eventually(async () => {
      await logIn(this, who, mount, cluster);
      expect(this.last.status).to.equal(200);
    });
  },
);

/** The entity that a cluster knows by the name of a login; undefined when it knows none. */
async function entityAt(world: RehearsalWorld, who: string, mount: string, cluster: string) {
  const mounted = (await world.cluster(cluster).read("sys/auth"))[`${mount}/`] as { accessor: string };
  const asked = { alias_name: who.toLowerCase(), alias_mount_accessor: mounted.accessor };
  return (await world.cluster(cluster).write("identity/lookup/entity", asked)).data;
}

Then(
  "{person} at {string} is one and the same in {cluster} and {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, one: string, other: string) {
    await this.eventually(async () => {
      const here = await entityAt(this, who, mount, one);
      expect(here?.id).to.be.a("string");
      expect((await entityAt(this, who, mount, other))?.id).to.equal(here?.id);
    });
  },
);

Then(
  "{cluster} knows {person}, who logged in in {cluster}, by no name",
  async function (this: RehearsalWorld, cluster: string, who: string, where: string) {
    const { entity_id } = await this.cluster(where).read("auth/token/lookup-self", this.person(who).token);
    expect((await this.cluster(cluster).read(`identity/entity/id/${entity_id}`)).aliases).to.deep.equal([]);
    expect((await this.cluster(where).read(`identity/entity/id/${entity_id}`)).aliases).to.have.length(1);
  },
);

When(
  "{person} at {string} gets the policy {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, policy: string, cluster: string) {
    const name = await this.writePolicyOf(who, policy, cluster);
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write(`identity/entity/id/${entity?.id}`, { policies: [name] });
  },
);

When(
  "{person} at {string} joins a group with the policy {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, policy: string, cluster: string) {
    const name = await this.writePolicyOf(who, policy, cluster);
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write("identity/group", { policies: [name], member_entity_ids: [entity?.id] });
  },
);

When(
  "{person} at {string} is disabled in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write(`identity/entity/id/${entity?.id}`, { disabled: true });
    await this.followersHaveIt(cluster);
  },
);
