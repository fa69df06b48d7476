import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { promptly } from "../promptly.ts";
import type { RehearsalWorld } from "../world.ts";

async function takeToken(world: RehearsalWorld, who: string, cluster: string, ttl: string): Promise<void> {
  const { auth } = await world.cluster(cluster).write("auth/token/create", { ttl });
  const token = String(auth?.client_token);
  world.person(who).token = token;
  world.clients.hold(who, cluster, token);
}

Given("{person} holds a token of {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await takeToken(this, who, cluster, "24h");
});

Given(
  "{person} holds a token of {cluster} for {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, ttl: string) {
    await takeToken(this, who, cluster, ttl);
  },
);

async function statusWith(world: RehearsalWorld, cluster: string, who: string): Promise<number> {
  const token = world.person(who).token ?? "";
  return (await world.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token })).status;
}

Then(
  "{cluster} accepts the token that {person} holds",
  async function (this: RehearsalWorld, cluster: string, who: string) {
    expect(await statusWith(this, cluster, who)).to.equal(200);
  },
);

Then(
  "{cluster} refuses the token that {person} holds",
  async function (this: RehearsalWorld, cluster: string, who: string) {
    expect(await statusWith(this, cluster, who)).to.equal(403);
  },
);

Then(
  "{cluster} soon refuses the token that {person} holds",
  async function (this: RehearsalWorld, cluster: string, who: string) {
    await this.eventually(async () => expect(await statusWith(this, cluster, who)).to.equal(403), promptly);
  },
);

Given(
  "the policy {string} in {cluster} is {string}",
  async function (this: RehearsalWorld, name: string, cluster: string, policy: string) {
    await this.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
  },
);

Given(
  "{person} holds a token of {cluster} with the policy {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, policy: string) {
    const token = await this.tokenWithPolicy(who, policy, cluster);
    this.person(who).token = token;
    this.clients.hold(who, cluster, token);
  },
);

When(
  "the policy of {person} in {cluster} is {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, policy: string) {
    await this.writePolicyOf(who, policy, cluster);
  },
);

Then("{cluster} knows the policy {string}", async function (this: RehearsalWorld, cluster: string, name: string) {
  await this.eventually(() => this.cluster(cluster).read(`sys/policies/acl/${name}`));
});

Then(
  "{cluster} does not know the policy {string}",
  async function (this: RehearsalWorld, cluster: string, name: string) {
    const { rootToken: token } = this.cluster(cluster);
    const { status } = await this.cluster(cluster).ask({ method: "GET", path: `sys/policies/acl/${name}`, token });
    expect(status).to.equal(404);
  },
);
