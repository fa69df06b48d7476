import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askReplication } from "./ask-replication.ts";

When("{cluster} generates a public key", async function (this: RehearsalWorld, cluster: string) {
  const { data } = await this.cluster(cluster).write(`${performance}/secondary/generate-public-key`);
  const key = data?.secondary_public_key;
  expect(key).to.be.a("string").and.not.equal("");
  expect([...this.replication.publicKeys.values()], "keys made before").not.to.include(key);
  this.replication.publicKeys.set(cluster, String(key));
});

When(
  "{client} requests an activation token of {cluster} for the secondary {string}, encrypted to the public key of {cluster}",
  async function (this: RehearsalWorld, who: string, primary: string, id: string, secondary: string) {
    const secondary_public_key = this.replication.publicKeys.get(secondary) ?? "";
    expect(secondary_public_key, `key of ${secondary}`).not.to.equal("");
    const body = { id, secondary_public_key };
    await askReplication(this, { who, cluster: primary, path: "primary/secondary-token", body });
  },
);

Then("the activation token is encrypted, and not wrapped", function (this: RehearsalWorld) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(this.last.status).to.equal(200);
  expect(wrap_info).to.equal(null);
  expect(data?.token).to.be.a("string").and.not.equal("");
  this.replication.activation = String(data?.token);
});

Given(
  "an activation token of {cluster} for the secondary {string}, encrypted to the public key of {cluster}",
  async function (this: RehearsalWorld, primary: string, id: string, secondary: string) {
    this.replication.activation = await encrypted(this, primary, { id, secondary });
  },
);

Given(
  "an activation token of {cluster} for the secondary {string}, valid for {string} and encrypted to the public key of {cluster}",
  async function (this: RehearsalWorld, primary: string, id: string, ttl: string, secondary: string) {
    this.replication.activation = await encrypted(this, primary, { id, ttl, secondary });
  },
);

When(
  "{cluster} is pointed at the primary that issued that token \\(update-primary)",
  async function (this: RehearsalWorld, cluster: string) {
    await this.cluster(cluster).updatePrimary(this.replication.activation);
  },
);

Then("that token is not in the audit log of {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect(this.replication.activation).not.to.equal("");
  expect(await (await this.stage.auditFile(cluster)).text()).not.to.contain(this.replication.activation);
});

async function encrypted(
  world: RehearsalWorld,
  primary: string,
  { secondary, ...asked }: Readonly<{ id: string; ttl?: string; secondary: string }>,
): Promise<string> {
  const secondary_public_key = world.replication.publicKeys.get(secondary) ?? "";
  const { data } = await world
    .cluster(primary)
    .write(`${performance}/primary/secondary-token`, { ...asked, secondary_public_key });
  return String(data?.token);
}
