import { defineParameterType, Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudAccount } from "#harness/cloud/embedded/cloud-provider.ts";
import { personNames } from "../../names.ts";
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

/** An IAM user or an IAM role in a sentence. */
type Principal = Readonly<{ kind: "user" | "role"; name: string }>;

defineParameterType({
  name: "principal",
  regexp: new RegExp(`IAM user (?:${personNames.source})|IAM role "[^"]*"`),
  transformer: (words: string): Principal => {
    const [, kind, name = ""] = /^IAM (user|role) "?(.*?)"?$/.exec(words) ?? [];
    return { kind: kind === "user" ? "user" : "role", name };
  },
});

async function create(world: RehearsalWorld, { kind, name }: Principal, options: Options = {}): Promise<void> {
  await (kind === "user" ? createUser : createRole)(world, name, options);
}

Given("the {principal}", async function (this: RehearsalWorld, principal: Principal) {
  await create(this, principal);
});

Given("the {principal} with {string}", async function (this: RehearsalWorld, principal: Principal, text: string) {
  await create(this, principal, await optionsOf(this, text));
});

When("the {principal} is deleted and created again", async function (this: RehearsalWorld, principal: Principal) {
  const { kind, name } = principal;
  const known = () => (kind === "user" ? this.clouds.user(name) : this.clouds.role(name));
  const { uniqueId } = known();
  const { path, account }: Options = kind === "user" ? {} : this.clouds.role(name);
  const owner = await accountOf(this, account);
  await (kind === "user" ? owner.deleteUser(name) : owner.deleteRole(name));
  await create(this, principal, { ...(path && { path }), ...(account && { account }) });
  expect(known().uniqueId).not.to.equal(uniqueId);
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
