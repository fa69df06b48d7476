import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { fieldsOf, filled } from "../../values.ts";
import { type Operation, operationOf, perform, tryToPerform } from "../../variants/operations.ts";
import { checkWhen, type When as Moment } from "../../when.ts";
import type { RehearsalWorld } from "../../world.ts";

When(
  "{when}{client} {operates}",
  async function (this: RehearsalWorld, when: Moment, client: string, operation: Operation) {
    await checkWhen(this, when, () => perform(this, { client, operation, fields: {} }));
  },
);

When(
  "{when}{client} {operates} with {string}",
  async function (this: RehearsalWorld, when: Moment, client: string, operation: Operation, text: string) {
    const fields = await fieldsOf(this, text);
    await checkWhen(this, when, () => perform(this, { client, operation, fields }));
  },
);

When("{client} tries to {operate}", async function (this: RehearsalWorld, client: string, operation: Operation) {
  await tryToPerform(this, { client, operation, fields: {} });
});

When(
  "{client} tries to {operate} with {string}",
  async function (this: RehearsalWorld, client: string, operation: Operation, text: string) {
    await tryToPerform(this, { client, operation, fields: await fieldsOf(this, text) });
  },
);

/** Returns the secondary's name in lower case, or another id if a secondary of the primary already has this one. */
async function freeId(world: RehearsalWorld, secondary: string, primary: string): Promise<string> {
  const { known_secondaries = [] } = await world.setUp(primary).status();
  const name = secondary.toLowerCase();
  return known_secondaries.includes(name) ? `${name}-again` : name;
}

/** Creates an activation token of `primary` for `secondary`. */
async function newToken(world: RehearsalWorld, secondary: string, primary: string): Promise<string> {
  return await world.setUp(primary).secondaryToken(await freeId(world, secondary, primary));
}

/** Enables a secondary, whose previous data are wiped. Waits until it streams. */
async function enableSecondary(world: RehearsalWorld, secondary: string, primary: string): Promise<void> {
  await world.setUp(secondary).enableSecondary(await newToken(world, secondary, primary));
  world.clients.forgetTokensOf(secondary);
  await world.noteClusterId(secondary, await world.setUp(secondary).streams());
}

Given(
  "{cluster} is the primary, and {cluster} replicates from it",
  async function (this: RehearsalWorld, primary: string, secondary: string) {
    await this.noteClusterId(primary, await this.setUp(primary).enablePrimary());
    await enableSecondary(this, secondary, primary);
  },
);

When(
  "{client} enables {cluster} as a secondary of {cluster}",
  async function (this: RehearsalWorld, client: string, secondary: string, primary: string) {
    const operation = operationOf(`enable ${secondary} as a secondary`);
    await perform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
  },
);

When(
  "{client} updates the primary of {cluster} to {cluster}",
  async function (this: RehearsalWorld, client: string, secondary: string, primary: string) {
    const operation = operationOf(`update the primary of ${secondary}`);
    await perform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
  },
);

When(
  "{client} tries to update the primary of {cluster} to {cluster}",
  async function (this: RehearsalWorld, client: string, secondary: string, primary: string) {
    const operation = operationOf(`update the primary of ${secondary}`);
    await tryToPerform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
  },
);

Then("the activation token is wrapped, and valid for {int} seconds", function (this: RehearsalWorld, seconds: number) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(wrap_info?.token).to.be.a("string").and.not.equal("");
  expect(wrap_info?.ttl).to.equal(seconds);
  expect(data).to.equal(null);
});

Then("the activation token is encrypted, and not wrapped", function (this: RehearsalWorld) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(this.last.status).to.equal(200);
  expect(wrap_info).to.equal(null);
  expect(data?.token).to.be.a("string").and.not.equal("");
});

// A cluster may accept a request and learn only later that no primary accepts it.
Then(
  "the request is refused, or {cluster} does not replicate after a while",
  async function (this: RehearsalWorld, cluster: string) {
    if (this.last.status < 400) await this.aWhile();
    expect((await this.cluster(cluster).status()).state).not.to.equal("stream-wals");
  },
);

// A cluster that contacts the primary before the wipe names the address in its refusal.
Then(
  "the request is refused, naming {string}, or {cluster} dials this address",
  async function (this: RehearsalWorld, text: string, cluster: string) {
    const { status, body } = this.last;
    const address = await filled(this, text);
    if (status < 400) expect((await this.cluster(cluster).status()).primary_cluster_addr).to.equal(address);
    else expect(body?.errors?.join("; ")).to.contain(address);
  },
);

Then("the response has a warning that contains {string}", function (this: RehearsalWorld, text: string) {
  expect((this.last.body?.warnings ?? []).join("\n")).to.contain(text);
});

Then("{cluster} accepts the root token that was generated", async function (this: RehearsalWorld, cluster: string) {
  const { policies } = await this.cluster(cluster).read("auth/token/lookup-self", this.cluster(cluster).rootToken);
  expect(policies).to.deep.equal(["root"]);
});
