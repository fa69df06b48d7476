import { expect } from "chai";
import { signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { tagsWithOneOther } from "../altered.ts";
import { Given, Then, When } from "../define.ts";
import { expectRefusal } from "../expect-refusal.ts";
import { logIn, loginOf, tryToLogIn } from "../logins.ts";
import { type Login, loginRequest, signedBy } from "../variants/evidence.ts";
import { checkWhen } from "../when.ts";
import { stsRegion } from "../world/clouds.ts";
import type { RehearsalWorld } from "../world.ts";

const configuration = "auth/cloud/config/client";

/** Client configuration with all endpoints of the cloud, and the access key of its administrator. */
function clientConfiguration({ stage: { cloud } }: RehearsalWorld) {
  const { accessKeyId: access_key, secretAccessKey: secret_key } = cloud.administrator;
  const endpoints = { sts_endpoint: cloud.url, endpoint: cloud.url, iam_endpoint: cloud.url };
  return { ...endpoints, sts_region: stsRegion, access_key, secret_key };
}

// Writes a client configuration with the endpoints of the cloud, `sts_region=us-west-2` and the access key of the administrator.
Given("cloud login is enabled in {cluster}", async function (cluster) {
  await this.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  await this.cluster(cluster).write(configuration, clientConfiguration(this));
  await this.secondariesCaughtUp(cluster);
});

// Writes such a client configuration with `max_retries=0`, and the certificate of instances in the default region.
Given("cloud login for instances is configured in {cluster}", async function (cluster) {
  await this.cluster(cluster).write(configuration, { ...clientConfiguration(this), max_retries: 0 });
  const { certificate: cloud_public_cert } = signerOf(this.stage.cloud.region, "rsa2048");
  await this.cluster(cluster).write("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await this.secondariesCaughtUp(cluster);
});

Given("{person} is a user of {string} in {cluster}", async function (who, mount, cluster) {
  const password = this.databases.passwordFor(who);
  await this.cluster(cluster).write(`auth/${mount}/users/${who.toLowerCase()}`, { password });
  await this.secondariesCaughtUp(cluster);
});

async function entityAt(world: RehearsalWorld, alias: string, mount: string, cluster: string) {
  const mounted = (await world.cluster(cluster).read("sys/auth"))[`${mount}/`] as { accessor: string };
  const asked = { alias_name: alias.toLowerCase(), alias_mount_accessor: mounted.accessor };
  return (await world.cluster(cluster).write("identity/lookup/entity", asked)).data;
}

Then(
  "{when}the user {person} of {string} is the same entity in {cluster} and {cluster}",
  async function (when, who, mount, one, other) {
    await checkWhen(this, when, async () => {
      const here = await entityAt(this, who, mount, one);
      expect(here?.id).to.be.a("string");
      expect((await entityAt(this, who, mount, other))?.id).to.equal(here?.id);
    });
  },
);

Given("{person} has a secret ID of the {resource}, generated in {cluster}", async function (who, resource, cluster) {
  const path = await resource.path(this);
  const { role_id } = await this.cluster(cluster).read(`${path}/role-id`);
  const { data } = await this.cluster(cluster).write(`${path}/secret-id`);
  this.person(who).program = { roleId: String(role_id), secretId: String(data?.secret_id) };
  await this.secondariesCaughtUp(cluster);
});

When("{holder} logs in to {cluster} {authentication}", async function (holder, cluster, login) {
  await logIn(this, holder, cluster, login);
});

When("{holder} tries to log in to {cluster} {authentication}", async function (holder, cluster, login) {
  await tryToLogIn(this, holder, cluster, login);
});

Then("{when}{holder} can log in to {cluster} {authentication}", async function (when, holder, cluster, login) {
  await checkWhen(this, when, () => logIn(this, holder, cluster, login));
});

Then("{holder} cannot log in to {cluster} {authentication}", async function (holder, cluster, login) {
  expectRefusal(await tryToLogIn(this, holder, cluster, login));
});

When("{person} signs a request with the server ID {string}", async function (who, serverId) {
  const signs = (right: Parameters<NonNullable<Login["evidence"][number]["signs"]>>[0]) => ({ ...right, serverId });
  this.clouds.signed.set(who, await signedBy(this, who, [{ signs }]));
});

When(
  "{holder} tries to log in to {cluster} {authentication} while {cluster} is demoted and {cluster} is promoted",
  async function (holder, cluster, login, old, next) {
    const failOver = async () => {
      await this.cluster(old).demote();
      await this.eventually(() => this.cluster(next).promote());
    };
    await Promise.all([tryToLogIn(this, holder, cluster, login), failOver()]);
  },
);

When(
  "{holder} logs in to {cluster} {authentication} while an operator tidies the {string}",
  async function (holder, cluster, login, list) {
    const tidy = this.cluster(cluster).write(`auth/${login.mount}/tidy/${list}`, { safety_buffer: "0s" });
    await Promise.all([tidy, logIn(this, holder, cluster, login)]);
  },
);

Then(
  "one of {int} logins of {holder} to {cluster} {authentication} at the same time succeeds",
  async function (logins, holder, cluster, login) {
    const request = await loginRequest(this, holder, login);
    const replies = await Promise.all(Array.from({ length: logins }, () => this.cluster(cluster).ask(request)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).to.have.length(logins - 1);
    for (const reply of refused) expectRefusal(reply);
  },
);

// The instance gets each altered value before it tries to log in.
Then(
  "the instance {string} cannot log in to {cluster} {authentication} with a value of the tag {string} that differs from {string} in one character",
  async function (name, cluster, login, key, tag) {
    for (const value of tagsWithOneOther(this.clouds.tag(tag))) {
      const { id } = this.instances.named(name).instance;
      await this.stage.cloud.changeInstance(id, { tags: { [key]: value } });
      expectRefusal(await tryToLogIn(this, `the instance "${name}"`, cluster, login));
    }
  },
);

Then("the login of {holder} has a nonce", function (holder) {
  const { nonce } = (loginOf(this, holder).metadata ?? {}) as Readonly<{ nonce?: string }>;
  expect(nonce).to.be.a("string").that.has.length.of.at.least(16);
});

Then("the login of {holder} has no nonce", function (holder) {
  expect(JSON.stringify(loginOf(this, holder))).not.to.contain('"nonce"');
});

Then("{holder} and {holder} are one entity", function (one, other) {
  expect(loginOf(this, one).entity_id).to.be.a("string").that.is.not.empty;
  expect(loginOf(this, one).entity_id).to.equal(loginOf(this, other).entity_id);
});

Then("{holder} and {holder} are two entities", function (one, other) {
  expect(loginOf(this, one).entity_id).not.to.equal(loginOf(this, other).entity_id);
});
