import { Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudAccount } from "#harness/cloud/embedded/cloud-provider.ts";
import { fieldsOf } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Path and account of an IAM user or role, and trusted accounts and instance profile of a role. */
type Options = Readonly<{ path?: string; account?: string; trusts?: readonly string[]; instance_profile?: string }>;

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

async function createRole(world: RehearsalWorld, name: string, options: Options = {}): Promise<void> {
  const { account, instance_profile: profile, ...more } = options;
  const owner = await accountOf(world, account);
  const created = await owner.createRole(name, more);
  world.clouds.roles.set(name, { ...created, ...more, ...(account === undefined ? {} : { account }) });
  if (profile === undefined) return;
  await owner.createProfile(profile, name);
  world.clouds.profiles.set(name, profile);
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
export async function beginSession(world: RehearsalWorld, who: string, name: string, session: string): Promise<void> {
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
