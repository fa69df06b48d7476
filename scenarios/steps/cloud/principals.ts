import { Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { CloudAccount, CloudInstanceState } from "#harness/cloud/cloud-provider.ts";
import { fieldsOf } from "../../fields.ts";
import type { RehearsalWorld } from "../../world.ts";

/** The account that scenarios call another one. */
const otherAccount = "210987654321";

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

Given("the IAM role {string} of another account", async function (this: RehearsalWorld, name: string) {
  await createRole(this, name, { account: otherAccount });
});

Given(
  "the IAM role {string} of another account that this account may assume",
  async function (this: RehearsalWorld, name: string) {
    const owner = await accountOf(this, otherAccount);
    const role = await owner.createRole(name, { trusts: [otherAccount, this.stage.cloud.account] });
    this.clouds.roles.set(name, { ...role, account: otherAccount });
  },
);

Given(
  "{string} is assumed for the account {string} in {cluster}",
  async function (this: RehearsalWorld, arn: string, account: string, cluster: string) {
    await this.cluster(cluster).write(`auth/cloud/config/sts/${account}`, { sts_role: arn });
    await this.followersHaveIt(cluster);
  },
);

Given("the IAM user {person} of another account", async function (this: RehearsalWorld, who: string) {
  this.cloudUsers.set(who, await (await accountOf(this, otherAccount)).createUser(who));
});

When("the IAM role {string} is deleted and created again", async function (this: RehearsalWorld, name: string) {
  const { uniqueId, path, account } = this.clouds.role(name);
  await (await accountOf(this, account)).deleteRole(name);
  await createRole(this, name, {
    ...(path === undefined ? {} : { path }),
    ...(account === undefined ? {} : { account }),
  });
  expect(this.clouds.role(name).uniqueId).not.to.equal(uniqueId);
});

/** Puts somebody in a session of an IAM role: from now on they sign requests with its key. */
async function beginSession(world: RehearsalWorld, who: string, name: string, session: string): Promise<void> {
  const { account, uniqueId } = world.clouds.role(name);
  const begun = await (await accountOf(world, account)).assumeRole(name, session);
  world.cloudUsers.set(who, { ...begun, name, uniqueId });
}

When(
  "{person} is in the session {string} of the IAM role {string}",
  async function (this: RehearsalWorld, who: string, session: string, role: string) {
    await beginSession(this, who, role, session);
  },
);

async function runInstance(world: RehearsalWorld, name: string, role: string, wish = ""): Promise<void> {
  const profile = `${role}-profile`;
  const { account } = world.clouds.role(role);
  const owner = await accountOf(world, account);
  if (![...world.clouds.instances.values()].some((known) => known.role === role)) {
    await owner.createProfile(profile, role);
  }
  const instance = await owner.runInstance({ profile, ...fieldsOf(wish) });
  world.clouds.instances.set(name, { ...instance, role });
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

Given("the instance {string} without an instance profile", async function (this: RehearsalWorld, name: string) {
  this.clouds.instances.set(name, { ...(await this.stage.cloud.runInstance()), role: "" });
});

When("the instance {string} is {word}", async function (this: RehearsalWorld, name: string, state: string) {
  const { id, account } = this.clouds.instance(name);
  const owner = await this.stage.cloud.otherAccount(account);
  await owner.changeInstance(id, { state: state as CloudInstanceState });
});

When("{person} acts for the instance {string}", async function (this: RehearsalWorld, who: string, name: string) {
  const { id, role } = this.clouds.instance(name);
  await beginSession(this, who, role, id);
});

When(
  "{person} is in a session of the IAM role {string} that is named after the instance {string}",
  async function (this: RehearsalWorld, who: string, role: string, name: string) {
    await beginSession(this, who, role, this.clouds.instance(name).id);
  },
);
