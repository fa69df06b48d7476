import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { loginOf } from "./log-in.ts";

function tokenOf(world: RehearsalWorld, who: string): string {
  return String(loginOf(world, who).client_token);
}

Then("the token of {holder} has the policies {string}", function (this: RehearsalWorld, who: string, policies: string) {
  expect(loginOf(this, who).policies).to.have.same.members(policies.split(", "));
});

Then(
  "the lease of the token of {holder} is {int} seconds",
  function (this: RehearsalWorld, who: string, wanted: number) {
    expect(loginOf(this, who).lease_duration).to.equal(wanted);
  },
);

Then(
  "a renewal of the token of {holder} in {cluster} gives {int} seconds",
  async function (this: RehearsalWorld, who: string, cluster: string, wanted: number) {
    const token = tokenOf(this, who);
    const { auth } = await this.cluster(cluster).write("auth/token/renew-self", {}, token);
    expect(auth?.lease_duration).to.equal(wanted);
  },
);

Then(
  "a renewal of the token of {holder} in {cluster} that asks for {int} seconds gives at most {int} seconds",
  async function (this: RehearsalWorld, who: string, cluster: string, increment: number, most: number) {
    const token = tokenOf(this, who);
    const { auth } = await this.cluster(cluster).write("auth/token/renew-self", { increment }, token);
    expect(auth?.lease_duration).to.be.within(1, most);
  },
);

/** Number of seconds that a scenario may take in real time until the renewal, beside the time that it lets pass. */
const toleratedSeconds = 30;

Then(
  "a renewal of the token of {holder} in {cluster} gives the {int} seconds that are left",
  async function (this: RehearsalWorld, who: string, cluster: string, left: number) {
    const token = tokenOf(this, who);
    const { auth } = await this.cluster(cluster).write("auth/token/renew-self", {}, token);
    expect(auth?.lease_duration).to.be.within(left - toleratedSeconds, left);
  },
);

async function renewalOf(world: RehearsalWorld, who: string, cluster: string): Promise<number> {
  const request = { method: "POST", path: "auth/token/renew-self", token: tokenOf(world, who), body: {} } as const;
  return (await world.cluster(cluster).ask(request)).status;
}

Then(
  "the token of {holder} can be renewed in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    expect(await renewalOf(this, who, cluster)).to.equal(200);
  },
);

Then(
  "the token of {holder} cannot be renewed in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    expect(await renewalOf(this, who, cluster)).to.be.within(400, 599);
  },
);

Then(
  "the token of {holder} can be used {int} times in {cluster}",
  async function (this: RehearsalWorld, who: string, times: number, cluster: string) {
    const token = tokenOf(this, who);
    for (let use = 1; use <= times; use++) {
      const { status } = await this.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token });
      expect(status, `use ${use}`).to.equal(200);
    }
  },
);

async function statusFrom(world: RehearsalWorld, who: string, cluster: string, from: string): Promise<number> {
  const request = { method: "GET", path: "auth/token/lookup-self", token: tokenOf(world, who), from } as const;
  return (await world.cluster(cluster).ask(request)).status;
}

Then(
  "the token of {holder} works in {cluster} from {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, from: string) {
    expect(await statusFrom(this, who, cluster, from)).to.equal(200);
  },
);

Then(
  "the token of {holder} does not work in {cluster} from {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, from: string) {
    expect(await statusFrom(this, who, cluster, from)).to.equal(403);
  },
);

Given("the policy {string} in {cluster} allows to create tokens", async function (this: RehearsalWorld, name, cluster) {
  const paths = ["auth/token/create", "auth/token/create/children", "auth/token/create-orphan"];
  const policy = paths.map((path) => `path "${path}" { capabilities = ["create", "update", "sudo"] }`).join("\n");
  await this.cluster(cluster).write(`sys/policies/acl/${name}`, { policy });
  await this.cluster(cluster).write("auth/token/roles/children", {});
});

/** Requests that create a token: by a token role, as a child, and as an orphan in two ways. */
const creations = [
  { path: "auth/token/create/children", body: {} },
  { path: "auth/token/create", body: {} },
  { path: "auth/token/create-orphan", body: {} },
  { path: "auth/token/create", body: { no_parent: true } },
] as const;

/** Tries to create a token in each way. Returns the statuses. */
async function childrenOf(world: RehearsalWorld, who: string, cluster: string): Promise<readonly number[]> {
  const token = tokenOf(world, who);
  const statuses: number[] = [];
  for (const creation of creations) {
    statuses.push((await world.cluster(cluster).ask({ method: "POST", token, ...creation })).status);
  }
  return statuses;
}

Then(
  "the token of {holder} can create a child token in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    expect(await childrenOf(this, who, cluster)).to.deep.equal(creations.map(() => 200));
  },
);

Then(
  "the token of {holder} cannot create a child token in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    for (const status of await childrenOf(this, who, cluster)) expect(status).to.be.within(400, 599);
  },
);

When(
  "cloud login in {cluster} gives {word} tokens unless a role says otherwise",
  async function (this: RehearsalWorld, cluster: string, kind: string) {
    await this.cluster(cluster).write("sys/auth/cloud/tune", { token_type: `default-${kind}` });
  },
);

Then("the token of {holder} is a {word} token", function (this: RehearsalWorld, who: string, kind: string) {
  const auth = loginOf(this, who);
  expect(auth.token_type).to.equal(kind);
  expect(auth.renewable).to.equal(kind === "service");
  expect(Boolean(auth.accessor)).to.equal(kind === "service");
});
