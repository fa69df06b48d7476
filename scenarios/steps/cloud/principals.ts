import { Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudAccount } from "#harness/cloud/embedded/cloud-provider.ts";
import { fieldsOf } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Path, account and trusted accounts of an IAM user or role. */
type Options = Readonly<{ path?: string; account?: string; trusts?: readonly string[] }>;

/** Returns an account that a sentence names. Default: that of the stage. */
export async function accountOf(world: RehearsalWorld, account?: string): Promise<CloudAccount> {
  return account === undefined ? world.stage.cloud : await world.stage.cloud.otherAccount(account);
}

async function optionsOf(world: RehearsalWorld, text: string): Promise<Options> {
  const { account, ...others } = await fieldsOf(world, text);
  return { ...others, ...(account === undefined ? {} : { account: String(account) }) };
}

async function createUser(world: RehearsalWorld, who: string, { account, path }: Options = {}): Promise<void> {
  world.clouds.users.set(who, await (await accountOf(world, account)).createUser(who, path));
}

async function createRole(world: RehearsalWorld, name: string, { account, ...more }: Options = {}): Promise<void> {
  const created = await (await accountOf(world, account)).createRole(name, more);
  world.clouds.roles.set(name, { ...created, ...more, ...(account === undefined ? {} : { account }) });
}

Given("the IAM user {person}", async function (this: RehearsalWorld, who: string) {
  await createUser(this, who);
});

Given("the IAM user {person} with {string}", async function (this: RehearsalWorld, who: string, text: string) {
  await createUser(this, who, await optionsOf(this, text));
});

Given("the IAM role {string}", async function (this: RehearsalWorld, name: string) {
  await createRole(this, name);
});

Given("the IAM role {string} with {string}", async function (this: RehearsalWorld, name: string, text: string) {
  await createRole(this, name, await optionsOf(this, text));
});

Given(
  "the instance profile {string} with the IAM role {string}",
  async function (this: RehearsalWorld, profile: string, role: string) {
    await this.stage.cloud.createRole(role);
    await this.stage.cloud.createProfile(profile, role);
  },
);

When("the IAM user {person} is deleted and created again", async function (this: RehearsalWorld, who: string) {
  const { uniqueId } = this.clouds.user(who);
  await this.stage.cloud.deleteUser(who);
  await createUser(this, who);
  expect(this.clouds.user(who).uniqueId).not.to.equal(uniqueId);
});

When("the IAM role {string} is deleted and created again", async function (this: RehearsalWorld, name: string) {
  const { uniqueId, arn: _, ...options } = this.clouds.role(name);
  await (await accountOf(this, options.account)).deleteRole(name);
  await createRole(this, name, options);
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
    await beginSession(this, who, role, this.instances.withIds(session));
  },
);

When("{person} acts for the instance {string}", async function (this: RehearsalWorld, who: string, name: string) {
  const role = this.clouds.instanceRoles.get(name);
  if (role === undefined) throw new Error(`the instance ${name} has no IAM role`);
  await beginSession(this, who, role, this.instances.named(name).instance.id);
});
