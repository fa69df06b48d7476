import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "the password policy {string} in {cluster} is:",
  async function (this: RehearsalWorld, name: string, cluster: string, policy: string) {
    await this.cluster(cluster).write(`sys/policies/password/${name}`, { policy });
    await this.secondariesCaughtUp(cluster);
  },
);

Given(
  "the database {string} in {cluster} makes passwords by {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, policy: string) {
    await this.cluster(cluster).write(`database/config/${name}`, { password_policy: policy });
    await this.secondariesCaughtUp(cluster);
  },
);

Then("the password of {person} is made of {int} digits", function (this: RehearsalWorld, who: string, count: number) {
  expect(this.person(who).credentials?.password).to.match(new RegExp(`^[0-9]{${count}}$`));
});
