import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { grantsOf, policyText } from "../../world/clients.ts";
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
  "the user {person} of {string} is the same entity in {cluster} and {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, one: string, other: string) {
    await this.eventually(async () => {
      const here = await entityAt(this, who, mount, one);
      expect(here?.id).to.be.a("string");
      expect((await entityAt(this, who, mount, other))?.id).to.equal(here?.id);
    });
  },
);

Then(
  "the entity of {person}, who logged in to {cluster}, has no alias in {cluster}",
  async function (this: RehearsalWorld, who: string, where: string, cluster: string) {
    const { entity_id } = await this.cluster(where).read("auth/token/lookup-self", this.clients.givenToken(who, where));
    expect((await this.cluster(cluster).read(`identity/entity/id/${entity_id}`)).aliases).to.deep.equal([]);
    expect((await this.cluster(where).read(`identity/entity/id/${entity_id}`)).aliases).to.have.length(1);
  },
);

Given(
  "the id of the alias {string} at {string} in {cluster} is called {string}",
  async function (this: RehearsalWorld, alias: string, mount: string, cluster: string, name: string) {
    const entity = await entityAt(this, alias, mount, cluster);
    const aliases = entity?.aliases as readonly Readonly<{ id: string; name: string }>[];
    this.values.set(name, String(aliases.find((one) => one.name === alias)?.id));
  },
);

/** Writes a policy for a client's entity or group, in addition to the policies of the tokens. Returns its name. */
async function writeEntityPolicy(
  world: RehearsalWorld,
  { who, cluster, capabilities, path }: Readonly<{ who: string; cluster: string; capabilities: string; path: string }>,
): Promise<string> {
  const name = `of-${who.toLowerCase()}`;
  const policy = policyText(grantsOf([capabilities, path]));
  await world.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
  return name;
}

When(
  "the entity of {person} at {string} gets a policy in {cluster} to {string} on {string}",
  async function (
    this: RehearsalWorld,
    who: string,
    mount: string,
    cluster: string,
    capabilities: string,
    path: string,
  ) {
    const name = await writeEntityPolicy(this, { who, cluster, capabilities, path });
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write(`identity/entity/id/${entity?.id}`, { policies: [name] });
  },
);

When(
  "the entity of {person} at {string} joins a group in {cluster} with a policy to {string} on {string}",
  async function (
    this: RehearsalWorld,
    who: string,
    mount: string,
    cluster: string,
    capabilities: string,
    path: string,
  ) {
    const name = await writeEntityPolicy(this, { who, cluster, capabilities, path });
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write("identity/group", { policies: [name], member_entity_ids: [entity?.id] });
  },
);

When(
  "the entity of {person} at {string} is disabled in {cluster}",
  async function (this: RehearsalWorld, who: string, mount: string, cluster: string) {
    const entity = await entityAt(this, who, mount, cluster);
    await this.cluster(cluster).write(`identity/entity/id/${entity?.id}`, { disabled: true });
    await this.secondariesCaughtUp(cluster);
  },
);
