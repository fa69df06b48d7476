import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

When(
  "all leases below {string} are revoked in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-prefix/${path}`);
  },
);

When(
  "{client} tries to revoke all leases below {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, prefix: string, cluster: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `sys/leases/revoke-prefix/${prefix}` });
  },
);

When(
  "all leases below {string} are force-revoked in {cluster}",
  async function (this: RehearsalWorld, path: string, cluster: string) {
    await this.cluster(cluster).write(`sys/leases/revoke-force/${path}`);
  },
);

Then(
  "{cluster} counts {int} irrevocable lease(s)",
  async function (this: RehearsalWorld, cluster: string, count: number) {
    await this.eventually(async () => {
      const { lease_count } = await this.cluster(cluster).read("sys/leases/count?type=irrevocable");
      expect(lease_count).to.equal(count);
    });
  },
);
