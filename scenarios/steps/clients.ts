import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { checkWhen, type When as Moment } from "../when.ts";
import { grantsOf } from "../world/clients.ts";
import type { RehearsalWorld } from "../world.ts";

Given(
  "{person} is a client of {cluster} who may {string} on {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, capabilities: string, path: string) {
    await this.clients.admit(who, cluster, grantsOf([capabilities, path]));
  },
);

Given(
  "{person} is a client of {cluster} and {cluster} who may {string} on {string}",
  async function (this: RehearsalWorld, who: string, one: string, other: string, capabilities: string, path: string) {
    for (const cluster of [one, other]) await this.clients.admit(who, cluster, grantsOf([capabilities, path]));
  },
);

Given("{person} is an operator of {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  await this.clients.admitOperator(who, cluster);
});

Given(
  "{person} may also {string} on {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, capabilities: string, path: string, cluster: string) {
    await this.clients.admit(who, cluster, grantsOf([capabilities, path]));
  },
);

When(
  "the policy of {person} in {cluster} is changed to {string} on {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, capabilities: string, path: string) {
    await this.clients.restrict(who, cluster, grantsOf([capabilities, path]));
  },
);

Given(
  "{person} has a token of {cluster} that is valid for {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, ttl: string) {
    this.person(who).token = await this.clients.newToken(who, cluster, ttl);
  },
);

/** Sends a request to `cluster` with the client's token of the cluster `giver`. Returns the status. */
async function statusOf(world: RehearsalWorld, who: string, giver: string, cluster: string): Promise<number> {
  const token = world.clients.givenToken(who, giver);
  return (await world.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token })).status;
}

Then(
  "{when}{cluster} accepts {person}'s token of {cluster}",
  async function (this: RehearsalWorld, when: Moment, cluster: string, who: string, giver: string) {
    await checkWhen(this, when, async () => expect(await statusOf(this, who, giver, cluster)).to.equal(200));
  },
);

Then(
  "{when}{cluster} refuses {person}'s token of {cluster}",
  async function (this: RehearsalWorld, when: Moment, cluster: string, who: string, giver: string) {
    await checkWhen(this, when, async () => expect(await statusOf(this, who, giver, cluster)).to.equal(403));
  },
);

When("{person}'s token is revoked in {cluster}", async function (this: RehearsalWorld, who: string, cluster: string) {
  const token = this.clients.givenToken(who, cluster);
  await this.cluster(cluster).write("auth/token/revoke", { token });
});

async function statusOfReading(world: RehearsalWorld, who: string, path: string, cluster: string): Promise<number> {
  const token = (await world.clients.tokenOf(who, cluster)) ?? "";
  return (await world.cluster(cluster).ask({ method: "GET", path, token })).status;
}

Then(
  "{when}{person} may read {string} in {cluster}",
  async function (this: RehearsalWorld, when: Moment, who: string, path: string, cluster: string) {
    await checkWhen(this, when, async () => expect(await statusOfReading(this, who, path, cluster)).to.equal(200));
  },
);

Then(
  "{when}{person} may not read {string} in {cluster}",
  async function (this: RehearsalWorld, when: Moment, who: string, path: string, cluster: string) {
    await checkWhen(this, when, async () => expect(await statusOfReading(this, who, path, cluster)).to.equal(403));
  },
);
