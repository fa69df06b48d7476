import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";

When(
  "{cluster} is started again as the {word} edition",
  async function (this: RehearsalWorld, cluster: string, edition: string) {
    if (edition !== "community" && edition !== "enterprise")
      throw new Error("there is a community and an enterprise edition");
    await this.cluster(cluster).restart({ edition });
  },
);

/** Operations that the edition refuses. The bodies are such that the requests are not refused for another reason. */
const operations = [
  ["POST", "primary/enable"],
  ["POST", "primary/demote"],
  ["POST", "primary/disable"],
  ["POST", "primary/secondary-token", { id: "lima" }],
  ["POST", "primary/revoke-secondary", { id: "lima" }],
  ["POST", "primary/paths-filter/lima", { mode: "deny", paths: ["colours/"] }],
  ["GET", "primary/paths-filter/lima"],
  ["DELETE", "primary/paths-filter/lima"],
  ["GET", "primary/dynamic-filter/lima"],
  ["GET", "secondary/dynamic-filter/lima"],
  ["POST", "secondary/generate-public-key"],
  ["POST", "secondary/enable", { token: "made-up" }],
  ["POST", "secondary/promote", { force: true }],
  ["POST", "secondary/disable"],
  ["POST", "secondary/update-primary", { token: "" }],
] as const;

Then(
  "{cluster} refuses each operation of performance replication",
  async function (this: RehearsalWorld, cluster: string) {
    for (const [method, path, body] of operations) {
      const answer = await this.cluster(cluster).askAsOperator({
        method,
        path: `${performance}/${path}`,
        ...(body ? { body } : {}),
      });
      expect(answer.status, path).to.be.within(400, 599);
    }
  },
);
