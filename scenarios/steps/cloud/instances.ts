import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type SignerKind, signerOf } from "#harness/cloud/authority/test-authority.ts";
import type { CloudFault, CloudInstanceState, InstanceWish } from "#harness/cloud/cloud-provider.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

Given("cloud login for instances is enabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  await setUp(this, cluster);
});

Given("cloud login for instances is set up in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await setUp(this, cluster);
});

/** Points the method at the stage's cloud, and has it trust the RSA key of the first region. */
async function setUp(world: RehearsalWorld, cluster: string): Promise<void> {
  const { url, region, administrator } = world.stage.cloud;
  await world.cluster(cluster).write("auth/cloud/config/client", {
    access_key: administrator.accessKeyId,
    secret_key: administrator.secretAccessKey,
    endpoint: url,
    iam_endpoint: url,
    sts_endpoint: url,
    sts_region: region,
    max_retries: 0,
  });
  const cloud_public_cert = signerOf(region, "rsa2048").certificate;
  await world.cluster(cluster).write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await world.secondariesCaughtUp(cluster);
}

/** A certificate of the test authority as scenarios call it, such as `dsa of us-east-1` or `identity of us-east-1, signed with SHA-1`. */
function certificateCalled(name: string): string {
  const [, kind = "", region = "", sha1] = /^(\w+) of (?:the )?([\w-]+)(, signed with SHA-1)?$/.exec(name) ?? [];
  return signerOf(region, kind as SignerKind, { sha1: sha1 !== undefined }).certificate;
}

Given(
  "the certificate {string} is registered in {cluster} as {string} of type {string}",
  async function (this: RehearsalWorld, certificate: string, cluster: string, name: string, type: string) {
    const body = { cloud_public_cert: certificateCalled(certificate), type };
    await this.cluster(cluster).write(`auth/cloud/config/certificate/${name}`, body);
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "the certificate {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await this.cluster(cluster).tell("DELETE", `auth/cloud/config/certificate/${name}`);
    await this.secondariesCaughtUp(cluster);
  },
);

async function startInstance(world: RehearsalWorld, name: string, wish: InstanceWish, account?: string): Promise<void> {
  const { cloud } = world.stage;
  const owner = account === undefined ? cloud : await cloud.otherAccount(account);
  world.instances.note(name, { instance: await owner.runInstance(wish), pendingTime: world.stage.now() });
}

Given("the instance {string}", async function (this: RehearsalWorld, name: string) {
  await startInstance(this, name, {});
});

Given("the instance {string} with {string}", async function (this: RehearsalWorld, name: string, wish: string) {
  await startInstance(this, name, fieldsOf(wish));
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

async function change(world: RehearsalWorld, name: string, wish: InstanceWish & { state?: CloudInstanceState }) {
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
  "the instance {string} migrates, and is started {int} minutes later than before",
  function (this: RehearsalWorld, name: string, minutes: number) {
    started(this, name, minutes);
  },
);

When(
  "the instance {string} shows a document from {int} minutes earlier than before",
  function (this: RehearsalWorld, name: string, minutes: number) {
    started(this, name, -minutes);
  },
);

/** Tags by their keys, each with the value of a role tag that the scenario has made. */
When(
  "the instance {string} carries the tags {string}",
  async function (this: RehearsalWorld, name: string, tags: string) {
    const values = Object.entries(fieldsOf(tags)).map(([key, tag]) => [key, this.clouds.tag(tag)]);
    await change(this, name, { tags: Object.fromEntries(values) });
  },
);

/** What can be written on an instance in place of a tag's value. */
function tagValue(world: RehearsalWorld, words: string): string {
  const [, tag = "", find, replace] = /^the value of "([^"]*)"(?: and "([^"]*)" for "([^"]*)")?/.exec(words) ?? [];
  if (words === "no value") return "";
  if (words.startsWith('the value "')) return words.slice('the value "'.length, -1);
  const value = world.clouds.tag(tag);
  if (words.endsWith(" without its last letter")) return value.slice(0, -1);
  if (find === undefined) return value;
  // The words are: the new text "for" the old one.
  return value.replace(replace ?? "", find);
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
  "the last {string} that the cloud answered was asked for by {string}",
  async function (this: RehearsalWorld, action: string, who: string) {
    const calls = await this.stage.cloud.calls();
    expect(calls.findLast((call) => call.action === action)?.caller).to.equal(who);
  },
);

/** Enables the account's instances to be described from the main account, by a role there. */
Given(
  "the account {string} has the IAM role {string}, which trusts the service's account",
  async function (this: RehearsalWorld, id: string, name: string) {
    const { cloud } = this.stage;
    await (await cloud.otherAccount(id)).createRole(name, { trusts: [cloud.account] });
  },
);

type Listed = Readonly<{ cluster: string; names: string; list?: string }>;

/** Claims that the identity access list has just these instances. */
async function expectListed(
  world: RehearsalWorld,
  { cluster, names, list = "identity-accesslist" }: Listed,
): Promise<void> {
  const { body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path: `auth/cloud/${list}` });
  const ids = (body?.data?.keys ?? []) as readonly string[];
  expect(ids.map((id) => world.instances.nameOf(id)).sort()).to.deep.equal(names.split(", ").filter(Boolean));
}

Then(
  "the access list of {cluster} has the instances {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await expectListed(this, { cluster, names });
  },
);

When(
  "the access list entry of {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { id } = this.instances.named(name).instance;
    await this.cluster(cluster).tell("DELETE", `auth/cloud/identity-accesslist/${id}`);
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

Given(
  "the instance {string} of the account {string} with the id of {string}",
  async function (this: RehearsalWorld, name: string, account: string, other: string) {
    const { id } = this.instances.named(other).instance;
    await startInstance(this, name, { id }, account);
  },
);

Then(
  "the access list of {cluster} soon has the instances {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await this.eventually(() => expectListed(this, { cluster, names }));
  },
);

Then(
  "the access list of {cluster} by its old name has the instances {string}",
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
    await this.cluster(cluster).tell("DELETE", `auth/cloud/identity-whitelist/${id}`);
  },
);

Given("periodic tidy of both lists is disabled in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  for (const list of ["identity-accesslist", "roletag-denylist"]) {
    await this.cluster(cluster).write(`auth/cloud/config/tidy/${list}`, { disable_periodic_tidy: true });
  }
  await this.secondariesCaughtUp(cluster);
});
