import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { askReplication } from "./ask-replication.ts";

Given(
  "an activation token of {cluster} for the secondary {string}",
  async function (this: RehearsalWorld, cluster: string, id: string) {
    this.replication.activation = await this.cluster(cluster).secondaryToken(id);
  },
);

Given(
  "an activation token of {cluster} for the secondary {string}, valid for {string}",
  async function (this: RehearsalWorld, cluster: string, id: string, ttl: string) {
    this.replication.activation = await this.cluster(cluster).secondaryToken(id, ttl);
  },
);

When(
  "{client} requests an activation token of {cluster} without an ID",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await askReplication(this, { who, cluster, path: "primary/secondary-token" });
  },
);

When(
  "{client} requests an activation token of {cluster} for the secondary {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, id: string) {
    await askReplication(this, { who, cluster, path: "primary/secondary-token", body: { id } });
  },
);

Then("the activation token is wrapped, and valid for {int} seconds", function (this: RehearsalWorld, seconds: number) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(wrap_info?.token).to.be.a("string").and.not.equal("");
  expect(wrap_info?.ttl).to.equal(seconds);
  expect(data).to.equal(null);
});

async function enableWith(world: RehearsalWorld, cluster: string, token: string): Promise<void> {
  await world.cluster(cluster).enableSecondary(token);
  world.clients.forgetTokensOf(cluster);
  await world.cluster(cluster).streams();
}

When("{cluster} is enabled as a secondary with that token", async function (this: RehearsalWorld, cluster: string) {
  await enableWith(this, cluster, this.replication.activation);
});

When(
  "{cluster} is enabled as a secondary with the token of the answer",
  async function (this: RehearsalWorld, cluster: string) {
    await enableWith(this, cluster, this.last.body?.wrap_info?.token ?? "");
  },
);

When(
  "{client} tries to enable {cluster} as a secondary with {}",
  async function (this: RehearsalWorld, who: string, cluster: string, what: string) {
    await askReplication(this, { who, cluster, path: "secondary/enable", body: await tokenCalled(this, what) });
    if (this.last.status < 300) this.clients.forgetTokensOf(cluster);
  },
);

When(
  "{client} tries to point {cluster} at {cluster} \\(update-primary)",
  async function (this: RehearsalWorld, who: string, cluster: string, primary: string) {
    const token = await this.cluster(primary).secondaryToken(`${cluster.toLowerCase()}-again`);
    await askReplication(this, { who, cluster, path: "secondary/update-primary", body: { token } });
  },
);

When(
  "{client} tries to point {cluster} at the primary that issued that token \\(update-primary)",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const { activation: token } = this.replication;
    await askReplication(this, { who, cluster, path: "secondary/update-primary", body: { token } });
  },
);

async function tokenCalled(world: RehearsalWorld, words: string): Promise<Readonly<Record<string, string>>> {
  const [, what = words, giver = ""] = /^(an altered token|a truncated token) of (\w+)$/.exec(words) ?? [];
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
    case "the token of the answer":
      return { token: world.last.body?.wrap_info?.token ?? "" };
    case "no token":
      return {};
    case "an empty token":
      return { token: "" };
    case "a made-up token":
      return { token: "hvs.made-up" };
    case "an altered token": {
      const token = await world.cluster(giver).secondaryToken("altered");
      return { token: `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}` };
    }
    case "a truncated token":
      return { token: (await world.cluster(giver).secondaryToken("truncated")).slice(0, -1) };
    default:
      throw new Error(`the step knows no ${what}`);
  }
}

Then(
  "the request is refused, or leaves {cluster} without a primary",
  async function (this: RehearsalWorld, cluster: string) {
    if (this.last.status < 400) await this.aWhile();
    expect((await this.cluster(cluster).status()).state).not.to.equal("stream-wals");
  },
);
