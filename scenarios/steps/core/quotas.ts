import { Given } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "a rate limit quota of {cluster} allows {string} {int} requests in {int} minutes",
  async function (this: RehearsalWorld, cluster: string, path: string, rate: number, minutes: number) {
    await this.cluster(cluster).write("sys/quotas/rate-limit/often", { path, rate, interval: `${minutes}m` });
    await this.secondariesCaughtUp(cluster);
  },
);

Given(
  "a lease count quota of {cluster} allows {int} leases below {string}",
  async function (this: RehearsalWorld, cluster: string, count: number, path: string) {
    await this.cluster(cluster).write("sys/quotas/lease-count/many", { path, max_leases: count });
  },
);
