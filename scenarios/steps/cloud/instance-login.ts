import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { tagsWithOneOther } from "../../altered-tag.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { instanceEvidence } from "../../instance-evidence.ts";
import { clusterNames } from "../../names.ts";
import type { RehearsalWorld } from "../../world.ts";
import { expectNoToken, expectToken } from "./log-in.ts";

type Login = Readonly<{
  name: string;
  cluster: string;
  role?: string | undefined;
  how?: string | undefined;
  /** Location of the auth method. Default: `cloud`. */
  mount?: string;
}>;

/**
 * Tries to log in as the instance `name`. `how` describes its evidence and nonce. Remembers the response and the nonce
 * in it, if there is one.
 */
async function tryToLogIn(world: RehearsalWorld, { name, cluster, role, how, mount = "cloud" }: Login): Promise<void> {
  const body = { ...instanceEvidence(world, name, how), ...(role === undefined ? {} : { role }) };
  const { body: answer } = await world.try(cluster, { method: "POST", path: `auth/${mount}/login`, body });
  const { nonce } = (answer?.auth?.metadata ?? {}) as Readonly<{ nonce?: string }>;
  if (nonce !== undefined) world.instances.nonces.set(name, nonce);
}

async function logIn(world: RehearsalWorld, login: Login): Promise<void> {
  await tryToLogIn(world, login);
  expectToken(world.last);
  world.instances.logins.set(login.name, world.last.body?.auth ?? {});
}

function tokenOf(world: RehearsalWorld, name: string): string {
  return String(world.instances.logins.get(name)?.client_token);
}

const asRole = `to (${clusterNames.source}) as role "([^"]*)"(?: with (.*))?`;

When(
  new RegExp(`^the instance "([^"]*)" logs in ${asRole}$`),
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, how?: string) {
    await logIn(this, { name, cluster, role, how });
  },
);

When(
  new RegExp(`^the instance "([^"]*)" tries to log in ${asRole}$`),
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, how?: string) {
    await tryToLogIn(this, { name, cluster, role, how });
  },
);

Then(
  new RegExp(`^the instance "([^"]*)" can log in ${asRole}$`),
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, how?: string) {
    await logIn(this, { name, cluster, role, how });
  },
);

Then(
  new RegExp(`^the instance "([^"]*)" cannot log in ${asRole}$`),
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, how?: string) {
    await tryToLogIn(this, { name, cluster, role, how });
    expectNoToken(this.last);
  },
);

When(
  "the instance {string} logs in at {string} in {cluster} as role {string}",
  async function (this: RehearsalWorld, name: string, mount: string, cluster: string, role: string) {
    await logIn(this, { name, mount, cluster, role });
  },
);

When(
  "the instance {string} logs in to {cluster} without a role",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await logIn(this, { name, cluster });
  },
);

When(
  "the instance {string} tries to log in to {cluster} without a role",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await tryToLogIn(this, { name, cluster });
  },
);

Then(
  "the login's token has the policies {string} for {int} seconds",
  function (this: RehearsalWorld, policies: string, seconds: number) {
    const { auth } = this.last.body ?? {};
    expect(auth?.policies).to.have.same.members(policies.split(", "));
    expect(auth?.lease_duration).to.equal(seconds);
  },
);

Then("the login's token has the policies {string}", function (this: RehearsalWorld, policies: string) {
  expect(this.last.body?.auth?.policies).to.have.same.members(policies.split(", "));
});

Then("the login's metadata has a nonce", function (this: RehearsalWorld) {
  const { nonce } = (this.last.body?.auth?.metadata ?? {}) as Readonly<{ nonce?: string }>;
  expect(nonce).to.be.a("string").that.has.length.of.at.least(16);
});

Then("the refusal does not tell the nonce of the instance {string}", function (this: RehearsalWorld, name: string) {
  const nonce = this.instances.nonces.get(name);
  if (!nonce) throw new Error(`${name} received no nonce`);
  expect(JSON.stringify(this.last.body)).not.to.contain(nonce);
});

Then("the login's metadata has neither account nor type", function (this: RehearsalWorld) {
  expect(this.last.body?.auth?.metadata).not.to.have.any.keys("account_id", "auth_type");
});

Then("the login's metadata has no nonce", function (this: RehearsalWorld) {
  expect(this.last.body?.auth?.metadata).not.to.have.property("nonce");
});

Then(
  "the login's metadata has the account, the type ec2, the role {string} and a nonce",
  function (this: RehearsalWorld, role: string) {
    const { nonce, ...others } = (this.last.body?.auth?.metadata ?? {}) as Readonly<Record<string, string>>;
    expect(nonce).to.be.a("string").that.is.not.empty;
    const account_id = this.stage.cloud.account;
    expect(others).to.deep.equal({ account_id, auth_type: "ec2", role, role_tag_max_ttl: "0s" });
  },
);

Then(
  "the instances {string} were given different nonces, which do not contain the instances' ids",
  function (this: RehearsalWorld, names: string) {
    const all = names.split(", ");
    const nonces = all.map((name) => this.instances.nonces.get(name) ?? "");
    expect(new Set(nonces).size).to.equal(all.length);
    for (const [index, name] of all.entries()) {
      expect(nonces[index]).not.to.equal("").and.not.to.include(this.instances.named(name).instance.id);
    }
  },
);

When(
  "the instance {string} is removed from the access list of {cluster} and, when it logs in as role {string}, given another nonce",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string) {
    const before = this.instances.nonces.get(name);
    const { id } = this.instances.named(name).instance;
    await this.cluster(cluster).send("DELETE", `auth/cloud/identity-accesslist/${id}`);
    await logIn(this, { name, cluster, role });
    expect(this.instances.nonces.get(name)).to.be.a("string").that.is.not.equal(before);
  },
);

/** Writes each altered value to the instance before it tries to log in. */
Then(
  "no login of the instance {string} to {cluster} as role {string} succeeds if one character of the tag {string} with the key {string} differs",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, tag: string, key: string) {
    const { cloud } = this.stage;
    for (const value of tagsWithOneOther(this.clouds.tag(tag))) {
      await cloud.changeInstance(this.instances.named(name).instance.id, { tags: { [key]: value } });
      await tryToLogIn(this, { name, cluster, role });
      expectNoToken(this.last);
    }
  },
);

/** Logs in as an instance with the nonce "entity". Returns the entity of the login. */
async function entityOf(world: RehearsalWorld, login: Login): Promise<string> {
  await logIn(world, { ...login, how: 'the nonce "entity"' });
  const entity = String(world.last.body?.auth?.entity_id);
  expect(entity).not.to.equal("");
  return entity;
}

Then(
  "the instances {string} log in to {cluster} as one entity with role {string}, and as another one with role {string}",
  async function (this: RehearsalWorld, names: string, cluster: string, role: string, other: string) {
    const all: string[] = [];
    for (const name of names.split(", ")) all.push(await entityOf(this, { name, cluster, role }));
    expect(new Set(all).size).to.equal(1);
    const [name = ""] = names.split(", ");
    expect(all).not.to.include(await entityOf(this, { name, cluster, role: other }));
  },
);

Then(
  "the instances {string} log in to {cluster} as two entities with role {string}",
  async function (this: RehearsalWorld, names: string, cluster: string, role: string) {
    const all: string[] = [];
    for (const name of names.split(", ")) all.push(await entityOf(this, { name, cluster, role }));
    expect(new Set(all).size).to.equal(2);
  },
);

Then(
  "the alias of the instance {string} in {cluster} as role {string} is its {word}",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, what: string) {
    const entity = await entityOf(this, { name, cluster, role });
    const { aliases } = await this.cluster(cluster).read(`identity/entity/id/${entity}`);
    const names = (aliases as readonly { name: string }[]).map((alias) => alias.name);
    expect(names).to.deep.equal([this.instances.named(name).instance[what as "id" | "image"]]);
  },
);

Then(
  "the metadata of the instance {string} in {cluster} as role {string} has its image, id and region",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string) {
    await logIn(this, { name, cluster, role, how: 'the nonce "entity"' });
    const { id, image, region } = this.instances.named(name).instance;
    expect(this.last.body?.auth?.metadata).to.include({ ami_id: image, instance_id: id, region });
  },
);

Then(
  "the token of the instance {string} works in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const token = tokenOf(this, name);
    const { status } = await this.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token });
    expect(status).to.equal(200);
  },
);

Then(
  "the audit log of {cluster} names the role {string} in the entries of the instance {string}, and its nonce in none",
  async function (this: RehearsalWorld, cluster: string, role: string, name: string) {
    const nonce = this.instances.nonces.get(name);
    if (!nonce) throw new Error(`${name} received no nonce`);
    const text = await (await this.stage.auditFile(cluster)).text();
    const entries = text
      .split("\n")
      .filter((line) => line.includes(`"metadata":{`) && line.includes(`"role":"${role}"`));
    // The response to the login, and the request and response of an operation with its token.
    expect(entries).to.have.length.of.at.least(3);
    expect(text).not.to.contain(nonce);
  },
);

When(
  "the token of the instance {string} is renewed in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await this.cluster(cluster).write("auth/token/renew-self", {}, tokenOf(this, name));
  },
);

When(
  "the instance {string} tries to renew its token in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const token = tokenOf(this, name);
    await this.try(cluster, { method: "POST", path: "auth/token/renew-self", token, body: {} });
  },
);

/** Sends two first logins concurrently, both without a nonce. Asserts that exactly one is refused. */
When(
  "the instance {string} logs in to {cluster} as role {string} twice at once, and one login is refused",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string) {
    const body = { ...instanceEvidence(this, name), role };
    const login = () => this.cluster(cluster).ask({ method: "POST", path: "auth/cloud/login", body });
    const replies = await Promise.all([login(), login()]);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).to.have.length(1);
    for (const reply of refused) expectRefusal(reply);
  },
);

When(
  "{cluster} crashes {moment}, while the instance {string} logs in as role {string}",
  async function (this: RehearsalWorld, cluster: string, failpoint: string, name: string, role: string) {
    const body = { ...instanceEvidence(this, name), role };
    await this.cluster(cluster).crashAt(failpoint, () =>
      this.cluster(cluster).ask({ method: "POST", path: "auth/cloud/login", body }),
    );
  },
);

/** Demotes `old` and promotes `next` while `login` is in progress. Waits for all of them. */
async function failOverDuring(
  world: RehearsalWorld,
  { old, next }: Readonly<{ old: string; next: string }>,
  login: Promise<void>,
): Promise<void> {
  const failover = world
    .cluster(old)
    .demote()
    .then(() => world.eventually(() => world.cluster(next).promote()));
  await Promise.all([login, failover]);
}

When(
  "the instance {string} logs in to {cluster} as role {string} while {cluster} is demoted and {cluster} is promoted",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, old: string, next: string) {
    await failOverDuring(this, { old, next }, logIn(this, { name, cluster, role }));
  },
);

When(
  "the instance {string} tries to log in to {cluster} as role {string} while {cluster} is demoted and {cluster} is promoted",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string, old: string, next: string) {
    await failOverDuring(this, { old, next }, tryToLogIn(this, { name, cluster, role }));
  },
);

When(
  "after a while the instance {string} logs in to {cluster} as role {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, role: string) {
    await this.eventually(() => logIn(this, { name, cluster, role }));
  },
);

When(
  "the {string} is tidied in {cluster} while the instance {string} logs in as role {string} with the nonce {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, name: string, role: string, nonce: string) {
    const login = logIn(this, { name, cluster, role, how: `the nonce "${nonce}"` });
    const tidy = this.cluster(cluster).write(`auth/cloud/tidy/${list}`, { safety_buffer: "0s" });
    await Promise.all([tidy, login]);
  },
);
