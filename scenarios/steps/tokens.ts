import { Given } from "@cucumber/cucumber";
import { grantsOf, policyText } from "../world/clients.ts";
import type { RehearsalWorld } from "../world.ts";

Given(
  "the policy {string} in {cluster} grants {string} on {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, capabilities: string, path: string) {
    const policy = policyText(grantsOf([capabilities, path]));
    await this.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
  },
);
