import { Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudAccount } from "#harness/cloud/embedded/cloud-provider.ts";
import { fieldsOf } from "../../fields.ts";
import { networkOf } from "../../world/instances.ts";
import type { RehearsalWorld } from "../../world.ts";

async function accountOf(world: RehearsalWorld, account?: string): Promise<CloudAccount> {
  return account === undefined ? world.stage.cloud : await world.stage.cloud.otherAccount(account);
}

async function createRole(
  world: RehearsalWorld,
  name: string,
  place: Readonly<{ path?: string; account?: string }> = {},
): Promise<void> {
  const { path, account } = place;
  const owner = await accountOf(world, account);
  world.clouds.roles.set(name, { ...(await owner.createRole(name, path === undefined ? {} : { path })), ...place });
}

Given("the IAM role {string}", async function (this: RehearsalWorld, name: string) {
  await createRole(this, name);
});

Given(
  "the IAM role {string} with the path {string}",
  async function (this: RehearsalWorld, name: string, path: string) {
    await createRole(this, name, { path });
  },
);

Given(
  "the IAM role {string} of the account {string}",
  async function (this: RehearsalWorld, name: string, account: string) {
    await createRole(this, name, { account });
  },
);

async function createTrustingRole(world: RehearsalWorld, name: string, account: string): Promise<void> {
  const owner = await accountOf(world, account);
  const role = await owner.createRole(name, { trusts: [account, world.stage.cloud.account] });
  world.clouds.roles.set(name, { ...role, account });
}

Given(
  "the IAM role {string} of the account {string} that this account may assume",
  async function (this: RehearsalWorld, name: string, account: string) {
    await createTrustingRole(this, name, account);
  },
);

Given(
  "the IAM user {person} of the account {string}",
  async function (this: RehearsalWorld, who: string, account: string) {
    this.clouds.users.set(who, await (await accountOf(this, account)).createUser(who));
  },
);

When("the IAM role {string} is deleted and created again", async function (this: RehearsalWorld, name: string) {
  const { uniqueId, path, account } = this.clouds.role(name);
  await (await accountOf(this, account)).deleteRole(name);
  await createRole(this, name, {
    ...(path === undefined ? {} : { path }),
    ...(account === undefined ? {} : { account }),
  });
  expect(this.clouds.role(name).uniqueId).not.to.equal(uniqueId);
});

/** Starts a session of an IAM role for a client, who signs all further requests with the session's key. */
async function beginSession(world: RehearsalWorld, who: string, name: string, session: string): Promise<void> {
  const { account, uniqueId } = world.clouds.role(name);
  const begun = await (await accountOf(world, account)).assumeRole(name, session);
  world.clouds.users.set(who, { ...begun, name, uniqueId });
}

When(
  "{person} is in the session {string} of the IAM role {string}",
  async function (this: RehearsalWorld, who: string, session: string, role: string) {
    await beginSession(this, who, role, session);
  },
);

async function runInstance(world: RehearsalWorld, name: string, role: string, wish = ""): Promise<void> {
  const { account } = world.clouds.role(role);
  const owner = await accountOf(world, account);
  const profile = world.clouds.profiles.get(role) ?? `hosts-${world.clouds.profiles.size + 1}`;
  if (!world.clouds.profiles.has(role)) await owner.createProfile(profile, role);
  world.clouds.profiles.set(role, profile);
  const instance = await owner.runInstance({ profile, ...networkOf(name), ...fieldsOf(wish) });
  world.instances.note(name, { instance, pendingTime: world.stage.now() });
  world.clouds.instanceRoles.set(name, role);
}

Given(
  "the instance {string} of the IAM role {string}",
  async function (this: RehearsalWorld, name: string, role: string) {
    await runInstance(this, name, role);
  },
);

Given(
  "the instance {string} of the IAM role {string} with {string}",
  async function (this: RehearsalWorld, name: string, role: string, wish: string) {
    await runInstance(this, name, role, wish);
  },
);

When("{person} acts for the instance {string}", async function (this: RehearsalWorld, who: string, name: string) {
  const role = this.clouds.instanceRoles.get(name);
  if (role === undefined) throw new Error(`the instance ${name} has no IAM role`);
  await beginSession(this, who, role, this.instances.named(name).instance.id);
});

When(
  "{person} is in a session of the IAM role {string} that is named after the instance {string}",
  async function (this: RehearsalWorld, who: string, role: string, name: string) {
    await beginSession(this, who, role, this.instances.named(name).instance.id);
  },
);
