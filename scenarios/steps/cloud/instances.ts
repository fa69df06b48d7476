import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudFault, CloudInstanceState, InstanceOptions } from "#harness/cloud/embedded/cloud-provider.ts";
import { alteredTag } from "../../altered-tag.ts";
import { fieldsOf } from "../../fields.ts";
import { networkOf } from "../../world/instances.ts";
import type { RehearsalWorld } from "../../world.ts";
import { lastCall } from "./last-call.ts";

async function startInstance(
  world: RehearsalWorld,
  name: string,
  wish: InstanceOptions,
  account?: string,
): Promise<void> {
  const { cloud } = world.stage;
  const owner = account === undefined ? cloud : await cloud.otherAccount(account);
  world.instances.note(name, { instance: await owner.runInstance(wish), pendingTime: world.stage.now() });
}

Given("the instance {string}", async function (this: RehearsalWorld, name: string) {
  await startInstance(this, name, {});
});

Given("the instance {string} with {string}", async function (this: RehearsalWorld, name: string, wish: string) {
  await startInstance(this, name, { ...networkOf(name), ...fieldsOf(wish) });
});

Given(
  "the instance {string} of the account {string}",
  async function (this: RehearsalWorld, name: string, account: string) {
    await startInstance(this, name, {}, account);
  },
);

Given(
  "the instance profile {string} with the IAM role {string}",
  async function (this: RehearsalWorld, profile: string, role: string) {
    await this.stage.cloud.createRole(role);
    await this.stage.cloud.createProfile(profile, role);
  },
);

async function change(world: RehearsalWorld, name: string, wish: InstanceOptions & { state?: CloudInstanceState }) {
  const { instance } = world.instances.named(name);
  const { cloud } = world.stage;
  const owner = instance.account === cloud.account ? cloud : await cloud.otherAccount(instance.account);
  await owner.changeInstance(instance.id, wish);
}

When("the instance {string} is {word}", async function (this: RehearsalWorld, name: string, state: string) {
  await change(this, name, { state: state as CloudInstanceState });
});

When("the instance {string} is moved to {string}", async function (this: RehearsalWorld, name: string, wish: string) {
  await change(this, name, fieldsOf(wish));
});

function started(world: RehearsalWorld, name: string, minutes: number): void {
  const { instance, pendingTime } = world.instances.named(name);
  world.instances.note(name, { instance, pendingTime: pendingTime + minutes * 60_000 });
}

When(
  "the instance {string} migrates, which makes its pending time {int} minutes later",
  function (this: RehearsalWorld, name: string, minutes: number) {
    started(this, name, minutes);
  },
);

When(
  "the instance {string} shows an identity document with a pending time {int} minutes earlier",
  function (this: RehearsalWorld, name: string, minutes: number) {
    started(this, name, -minutes);
  },
);

/** `tags` has the key of each tag, and the name of the scenario's role tag whose value it gets. */
When(
  "the instance {string} carries the tags {string}",
  async function (this: RehearsalWorld, name: string, tags: string) {
    const values = Object.entries(fieldsOf(tags)).map(([key, tag]) => [key, this.clouds.tag(tag)]);
    await change(this, name, { tags: Object.fromEntries(values) });
  },
);

function tagValue(world: RehearsalWorld, words: string): string {
  const [, tag = "", place] = /^the value of "([^"]*)"(?:, altered at its (\w+))?/.exec(words) ?? [];
  if (words === "no value") return "";
  if (words.startsWith('the value "')) return words.slice('the value "'.length, -1);
  const value = world.clouds.tag(tag);
  if (words.endsWith(" without its last letter")) return value.slice(0, -1);
  return place === undefined ? value : alteredTag(value, place);
}

When(
  /^the instance "([^"]*)" carries the tag "([^"]*)" with (.*)$/,
  async function (this: RehearsalWorld, name: string, key: string, words: string) {
    await change(this, name, { tags: { [key]: tagValue(this, words) } });
  },
);

When("the cloud answers {string} with {string}", async function (this: RehearsalWorld, action: string, fault: string) {
  await this.stage.cloud.setFault(action, fault as CloudFault);
});

When("the cloud answers {string} again", async function (this: RehearsalWorld, action: string) {
  await this.stage.cloud.setFault(action, undefined);
});

Then(
  "the last {string} that the cloud answered was signed by {string}",
  async function (this: RehearsalWorld, action: string, who: string) {
    const wanted = who.replaceAll("{account}", this.stage.cloud.account);
    expect((await lastCall(this, action))?.caller).to.equal(wanted);
  },
);

/** Creates an IAM role in the account that the service's account may assume to describe the account's instances. */
Given(
  "the account {string} has the IAM role {string}, which trusts the service's account",
  async function (this: RehearsalWorld, id: string, name: string) {
    const { cloud } = this.stage;
    await (await cloud.otherAccount(id)).createRole(name, { trusts: [cloud.account] });
  },
);

Given(
  "the instance {string} of the account {string} with the id of {string}",
  async function (this: RehearsalWorld, name: string, account: string, other: string) {
    const { id } = this.instances.named(other).instance;
    await startInstance(this, name, { id }, account);
  },
);
