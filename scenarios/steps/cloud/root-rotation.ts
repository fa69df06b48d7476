import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { withEndpoints } from "./stand-ins.ts";

const path = "auth/cloud/config/client";

When(
  "the client configuration in {cluster} gets the access key of {person}, and the endpoint {string}",
  async function (this: RehearsalWorld, cluster: string, who: string, endpoint: string) {
    const { accessKeyId: access_key, secretAccessKey: secret_key } = this.clouds.user(who);
    const fields = { access_key, secret_key, endpoint: await withEndpoints(this, endpoint) };
    await this.cluster(cluster).write(path, fields);
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "{client} rotates the access key of cloud login in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path: "auth/cloud/config/rotate-root" });
  },
);

When(
  "{cluster} crashes {moment}, while an operator rotates the access key of cloud login",
  async function (this: RehearsalWorld, cluster: string, failpoint: string) {
    const { rootToken: token } = this.cluster(cluster);
    const rotation = { method: "POST", path: "auth/cloud/config/rotate-root", token } as const;
    await this.cluster(cluster).crashAt(failpoint, () => this.cluster(cluster).ask(rotation));
  },
);

Given("{person} has two access keys", async function (this: RehearsalWorld, who: string) {
  await this.stage.cloud.createAccessKey(who);
  expect(await this.stage.cloud.accessKeysOf(who)).to.have.length(2);
});

Then("{person} has {int} access key(s)", async function (this: RehearsalWorld, who: string, count: number) {
  expect(await this.stage.cloud.accessKeysOf(who)).to.have.length(count);
});

function newKeyOf(world: RehearsalWorld): string {
  const { status, body } = world.last;
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.data?.access_key).to.be.a("string").that.is.not.empty;
  return String(body?.data?.access_key);
}

Then("the answer tells another access key than that of {person}", function (this: RehearsalWorld, who: string) {
  expect(newKeyOf(this)).not.to.equal(this.clouds.user(who).accessKeyId);
  expect(JSON.stringify(this.last.body?.data)).not.to.contain("secret");
});

Then(
  "the client configuration in {cluster} has the access key that the answer told",
  async function (this: RehearsalWorld, cluster: string) {
    expect((await this.cluster(cluster).read(path)).access_key).to.equal(newKeyOf(this));
  },
);

Then(
  "the client configuration in {cluster} has the access key of {person}",
  async function (this: RehearsalWorld, cluster: string, who: string) {
    expect((await this.cluster(cluster).read(path)).access_key).to.equal(this.clouds.user(who).accessKeyId);
  },
);

Then(
  "the stand-in {string} was called with the access key that the answer told alone",
  async function (this: RehearsalWorld, name: string) {
    const calls = (await this.stage.cloud.standIn(name)).calls();
    expect([...new Set(calls.map(({ accessKeyId }) => accessKeyId))]).to.deep.equal([newKeyOf(this)]);
  },
);
