import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { expectRefusal } from "../expect-refusal.ts";
import type { RehearsalWorld } from "../world.ts";

async function takeToken(world: RehearsalWorld, who: string, cluster: string, policy: string): Promise<void> {
  const token = await world.tokenWithPolicy(who, policy, cluster);
  const person = world.person(who);
  person.tokens = { ...person.tokens, [cluster]: token };
}

const operatorPolicy = `path "*" { capabilities = ["create", "read", "update", "patch", "delete", "list", "sudo"] }`;

Given("{person} is an operator of {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await takeToken(this, who, cluster, operatorPolicy);
});

Given(
  "{person} is a client of {cluster} who may {string} on {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, capabilities: string, path: string) {
    const quoted = capabilities.split(", ").map((capability) => JSON.stringify(capability));
    await takeToken(this, who, cluster, `path "${path}" { capabilities = [${quoted.join(", ")}] }`);
  },
);

Then("the request succeeds", function (this: RehearsalWorld) {
  expect(this.last.status, this.last.body?.errors?.join("; ")).to.be.within(200, 299);
});

Then("the request is refused", function (this: RehearsalWorld) {
  expectRefusal(this.last);
});

Then("the request is refused, naming {string}", function (this: RehearsalWorld, name: string) {
  expectRefusal(this.last);
  expect(this.last.body?.errors?.join("; "), "why it is refused").to.contain(name);
});

Then("the request is refused with status {int}", function (this: RehearsalWorld, status: number) {
  expectRefusal(this.last);
  expect(this.last.status).to.equal(status);
});
