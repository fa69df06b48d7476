import { defineParameterType } from "@cucumber/cucumber";
import { expect } from "chai";
import type {
  CloudAccount,
  CloudFault,
  CloudInstanceState,
  InstanceOptions,
} from "#harness/cloud/embedded/cloud-provider.ts";
import { Given, Then, When } from "../define.ts";
import { personNames } from "../names.ts";
import { comparable, type Fields, fieldsOf, filled } from "../values.ts";
import type { Principal } from "../world/clouds.ts";
import { networkOf } from "../world/instances.ts";
import type { RehearsalWorld } from "../world.ts";

async function run(world: RehearsalWorld, name: string, account: string | undefined, options: InstanceOptions) {
  const instance = await (await accountOf(world, account)).runInstance(options);
  world.instances.note(name, { instance, pendingTime: world.stage.now(), options });
}

async function profileWith(world: RehearsalWorld, role: string): Promise<string> {
  const { profiles } = world.clouds;
  const profile = profiles.get(role) ?? `hosts-${profiles.size + 1}`;
  if (!profiles.has(role)) {
    await (await accountOf(world, world.clouds.role(role).account)).createProfile(profile, role);
    profiles.set(role, profile);
  }
  return profile;
}

Given("the instance {string}", async function (name) {
  await run(this, name, undefined, {});
});

// An instance with an `iam_role` is in the account of this role.
Given("the instance {string} with {string}", async function (name, text) {
  const { account, iam_role, ...options } = await fieldsOf(this, text);
  const own = account === undefined ? undefined : String(account);
  if (iam_role === undefined) return await run(this, name, own, { ...networkOf(name), ...options });
  const role = String(iam_role);
  const profile = await profileWith(this, role);
  return await run(this, name, this.clouds.role(role).account, { profile, ...networkOf(name), ...options });
});

type Change = InstanceOptions & { state?: CloudInstanceState };

async function change(world: RehearsalWorld, name: string, options: Change): Promise<void> {
  const { account, id } = world.instances.named(name).instance;
  const { cloud } = world.stage;
  await (await accountOf(world, account === cloud.account ? undefined : account)).changeInstance(id, options);
}

When("the instance {string} changes to {string}", async function (name, text) {
  await change(this, name, await fieldsOf(this, text));
});

When("the instance {string} gets the tags {string}", async function (name, text) {
  const tags = (await fieldsOf(this, text)) as Readonly<Record<string, string>>;
  for (const value of Object.values(tags)) expect(value, "no tag has this name").not.to.match(/^\{.*\}$/);
  await change(this, name, { tags });
});

// A later time is that of a start or a migration of the instance, an earlier one that of an old identity document.
When("the pending time of the instance {string} moves by {int} minutes", function (name, minutes) {
  const known = this.instances.named(name);
  this.instances.note(name, { ...known, pendingTime: known.pendingTime + minutes * 60_000 });
});

When("the cloud answers {string} with {string}", async function (action, fault) {
  await this.stage.cloud.setFault(action, fault as CloudFault);
});

When("the cloud answers {string} again", async function (action) {
  await this.stage.cloud.setFault(action, undefined);
});

// Fields of the last call with a valid signature: `caller` and `region`.
Then("the last {string} call to the cloud has {string}", async function (action, text) {
  const fields = await fieldsOf(this, text);
  const call: Fields = (await this.stage.cloud.calls()).findLast((one) => one.action === action) ?? {};
  expect(comparable(call, fields)).to.deep.equal(fields);
});

type Options = Readonly<{ path?: string; account?: string; trusts?: readonly string[]; instance_profile?: string }>;

async function accountOf(world: RehearsalWorld, account?: string): Promise<CloudAccount> {
  return account === undefined ? world.stage.cloud : await world.stage.cloud.otherAccount(account);
}

async function optionsOf(world: RehearsalWorld, text: string): Promise<Options> {
  const { account, ...others } = await fieldsOf(world, text);
  return { ...others, ...(account === undefined ? {} : { account: String(account) }) };
}

async function create(world: RehearsalWorld, { kind, name }: Principal, options: Options = {}): Promise<void> {
  const { account, instance_profile: profile, ...more } = options;
  const owner = await accountOf(world, account);
  if (kind === "user") return void world.clouds.users.set(name, await owner.createUser(name, more.path));
  const created = await owner.createRole(name, more);
  world.clouds.roles.set(name, { ...created, ...more, ...(account === undefined ? {} : { account }) });
  if (profile === undefined) return;
  await owner.createProfile(profile, name);
  world.clouds.profiles.set(name, profile);
}

defineParameterType({
  name: "principal",
  regexp: new RegExp(`IAM user (?:${personNames.source})|IAM role "[^"]*"`),
  transformer: (words: string): Principal => {
    const [, kind, name = ""] = /^IAM (user|role) "?(.*?)"?$/.exec(words) ?? [];
    return { kind: kind === "user" ? "user" : "role", name };
  },
});

Given("the {principal}", async function (principal) {
  await create(this, principal);
});

Given("the {principal} with {string}", async function (principal, text) {
  await create(this, principal, await optionsOf(this, text));
});

When("the {principal} is deleted and created again", async function (principal) {
  const { kind, name } = principal;
  const known = () => (kind === "user" ? this.clouds.user(name) : this.clouds.role(name));
  const { uniqueId } = known();
  const { path, account }: Options = kind === "user" ? {} : this.clouds.role(name);
  const owner = await accountOf(this, account);
  await (kind === "user" ? owner.deleteUser(name) : owner.deleteRole(name));
  await create(this, principal, { ...(path && { path }), ...(account && { account }) });
  expect(known().uniqueId).not.to.equal(uniqueId);
});

/** Starts a session of an IAM role for a client, who signs further requests with the session's key. */
export async function beginSession(world: RehearsalWorld, who: string, name: string, session: string): Promise<void> {
  const { account, uniqueId } = world.clouds.role(name);
  const begun = await (await accountOf(world, account)).assumeRole(name, session);
  world.clouds.users.set(who, { ...begun, name, uniqueId });
}

When("{person} is in the session {string} of the IAM role {string}", async function (who, session, role) {
  await beginSession(this, who, role, await filled(this, session));
});
