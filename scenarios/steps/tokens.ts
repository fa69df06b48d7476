import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { grantsOf, policyText } from "../world/clients.ts";
import type { RehearsalWorld } from "../world.ts";

Given(
  "the policy {string} in {cluster} grants {string} on {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, capabilities: string, path: string) {
    const policy = policyText(grantsOf([capabilities, path]));
    await this.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
  },
);

Then("{cluster} knows the policy {string}", async function (this: RehearsalWorld, cluster: string, name: string) {
  await this.eventually(() => this.cluster(cluster).read(`sys/policies/acl/${name}`));
});

Then(
  "{cluster} does not know the policy {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    const { status } = await this.cluster(cluster).askAsOperator({ method: "GET", path: `sys/policies/acl/${name}` });
    expect(status).to.equal(404);
  },
);
