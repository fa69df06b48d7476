import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askAsRoot } from "./ask-as-root.ts";

When("{cluster} makes a public key", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "secondary/generate-public-key");
  expect(this.last.status).to.equal(200);
  const key = this.last.body?.data?.secondary_public_key;
  expect(key).to.be.a("string").and.not.equal("");
  expect([...this.replication.publicKeys.values()], "keys made before").not.to.include(key);
  this.replication.publicKeys.set(cluster, String(key));
});

When(
  "somebody asks {cluster} for an activation token for {string}, encrypted to the key of {cluster}",
  async function (this: RehearsalWorld, leader: string, id: string, follower: string) {
    const secondary_public_key = this.replication.publicKeys.get(follower) ?? "";
    expect(secondary_public_key, `key of ${follower}`).not.to.equal("");
    await askAsRoot(this, leader, "primary/secondary-token", { id, secondary_public_key });
  },
);

Then("it is encrypted, and not wrapped", function (this: RehearsalWorld) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(this.last.status).to.equal(200);
  expect(wrap_info).to.equal(null);
  expect(data?.token).to.be.a("string").and.not.equal("");
  this.replication.activation = String(data?.token);
});

Given(
  "an activation token of {cluster} for {string}, encrypted to the key of {cluster}",
  async function (this: RehearsalWorld, leader: string, id: string, follower: string) {
    this.replication.activation = await encrypted(this, leader, { id, follower });
  },
);

Given(
  "an activation token of {cluster} for {string} good for {string}, encrypted to the key of {cluster}",
  async function (this: RehearsalWorld, leader: string, id: string, ttl: string, follower: string) {
    this.replication.activation = await encrypted(this, leader, { id, ttl, follower });
  },
);

When("{cluster} follows with that token", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).turnTo(this.replication.activation);
});

Then(
  "that token does not stand in the audit file of {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    expect(this.replication.activation).not.to.equal("");
    expect(await (await this.stage.auditFile(cluster)).text()).not.to.contain(this.replication.activation);
  },
);

async function encrypted(
  world: RehearsalWorld,
  leader: string,
  { follower, ...asked }: Readonly<{ id: string; ttl?: string; follower: string }>,
): Promise<string> {
  const secondary_public_key = world.replication.publicKeys.get(follower) ?? "";
  const { data } = await world
    .cluster(leader)
    .write(`${performance}/primary/secondary-token`, { ...asked, secondary_public_key });
  return String(data?.token);
}
