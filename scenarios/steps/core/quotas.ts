import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "in {cluster} nobody may ask {string} more than {int} times in {int} minutes",
  async function (this: RehearsalWorld, cluster: string, path: string, rate: number, minutes: number) {
    await this.cluster(cluster).write("sys/quotas/rate-limit/often", { path, rate, interval: `${minutes}m` });
    await this.followersHaveIt(cluster);
  },
);

Given(
  "in {cluster} there may be {int} leases below {string}",
  async function (this: RehearsalWorld, cluster: string, count: number, path: string) {
    await this.cluster(cluster).write("sys/quotas/lease-count/many", { path, max_leases: count });
  },
);

Then("that is refused as too much", function (this: RehearsalWorld) {
  expect(this.last.status).to.equal(429);
  expect(this.last.body?.errors, "a refusal says why").not.to.deep.equal([]);
});
