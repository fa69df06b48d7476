import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { performance } from "../../performance.ts";
import type { RehearsalWorld } from "../../world.ts";
import { askAsRoot } from "./ask-as-root.ts";

Given(
  "an activation token of {cluster} for {string}",
  async function (this: RehearsalWorld, cluster: string, id: string) {
    this.replication.activation = await this.cluster(cluster).invite(id);
  },
);

Given(
  "an activation token of {cluster} for {string} good for {string}",
  async function (this: RehearsalWorld, cluster: string, id: string, ttl: string) {
    this.replication.activation = await this.cluster(cluster).invite(id, ttl);
  },
);

When(
  "somebody asks {cluster} for an activation token without a name",
  async function (this: RehearsalWorld, cluster: string) {
    await askAsRoot(this, cluster, "primary/secondary-token");
  },
);

When(
  "somebody asks {cluster} for an activation token for {string}",
  async function (this: RehearsalWorld, cluster: string, id: string) {
    await askAsRoot(this, cluster, "primary/secondary-token", { id });
  },
);

When(
  "{person} with the policy {string} asks {cluster} for an activation token for {string}",
  async function (this: RehearsalWorld, who: string, policy: string, cluster: string, id: string) {
    const token = await this.tokenWithPolicy(who, policy, cluster);
    await this.try(cluster, { method: "POST", path: `${performance}/primary/secondary-token`, body: { id }, token });
  },
);

Then("it is wrapped and good for {int} seconds", function (this: RehearsalWorld, seconds: number) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(wrap_info?.token).to.be.a("string").and.not.equal("");
  expect(wrap_info?.ttl).to.equal(seconds);
  expect(data).to.equal(null);
});

When("{cluster} joins with that token", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).join(this.replication.activation);
  await this.cluster(cluster).streams();
});

When("{cluster} joins with what somebody was given", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).join(this.last.body?.wrap_info?.token ?? "");
  await this.cluster(cluster).streams();
});

When("somebody asks {cluster} to join with {}", async function (this: RehearsalWorld, cluster: string, what: string) {
  await askAsRoot(this, cluster, "secondary/enable", await joiningWith(this, what));
});

When(
  "somebody asks {cluster} to follow {cluster}",
  async function (this: RehearsalWorld, follower: string, leader: string) {
    const token = await this.cluster(leader).invite(`${follower.toLowerCase()}-again`);
    await askAsRoot(this, follower, "secondary/update-primary", { token });
  },
);

When("somebody asks {cluster} to follow with that token", async function (this: RehearsalWorld, cluster: string) {
  await askAsRoot(this, cluster, "secondary/update-primary", { token: this.replication.activation });
});

async function joiningWith(world: RehearsalWorld, what: string): Promise<Readonly<Record<string, string>>> {
  switch (what) {
    case "that token":
      return { token: world.replication.activation };
    case "that token, altered": {
      const [start, letter, end] = [
        world.replication.activation.slice(0, -8),
        world.replication.activation.at(-8),
        world.replication.activation.slice(-7),
      ];
      return { token: start + (letter === "A" ? "B" : "A") + end };
    }
    case "no token":
      return {};
    case "an empty token":
      return { token: "" };
    case "a made-up token":
      return { token: "hvs.made-up" };
    case "an altered token": {
      const token = await world.cluster("Oslo").invite("altered");
      return { token: `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}` };
    }
    case "a truncated token":
      return { token: (await world.cluster("Oslo").invite("truncated")).slice(0, -1) };
    default:
      throw new Error(`the step knows no ${what}`);
  }
}

Then("that is refused, or leaves {cluster} without a lead", async function (this: RehearsalWorld, cluster: string) {
  if (this.last.status < 400) await this.aWhile();
  expect((await this.cluster(cluster).status()).state).not.to.equal("stream-wals");
});
