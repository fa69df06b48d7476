import { createHash } from "node:crypto";
import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type IdentityRequest, serverIdHeaderOf } from "#harness/cloud/signed-identity.ts";
import type { RehearsalWorld } from "../../world.ts";
import { expectNoToken, expectToken, logIn, serverId } from "./log-in.ts";

Given("the IAM user {person}", async function (this: RehearsalWorld, who: string) {
  this.clouds.users.set(who, await this.stage.cloud.createUser(who));
});

Given("the IAM user {person} with the path {string}", async function (this: RehearsalWorld, who: string, path: string) {
  this.clouds.users.set(who, await this.stage.cloud.createUser(who, path));
});

When("the IAM user {person} is deleted and created again", async function (this: RehearsalWorld, who: string) {
  const { uniqueId } = this.clouds.user(who);
  await this.stage.cloud.deleteUser(who);
  this.clouds.users.set(who, await this.stage.cloud.createUser(who));
  expect(this.clouds.user(who).uniqueId).not.to.equal(uniqueId);
});

When(
  "{person} logs in to {cluster} as role {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    await logIn(this, { who, cluster, role });
  },
);

When(
  "{person} logs in to {cluster} without a role",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    await logIn(this, { who, cluster });
  },
);

When(
  "{person} logs in to {cluster} as role {string} with {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, what: string) {
    await attempt(this, { who, cluster, role, how: what });
  },
);

type Attempt = Readonly<{ who: string; cluster: string; role: string; how?: string }>;

/**
 * Tries to log in as a client with a signed request. `how` describes in what respect the request is unusual or invalid.
 */
async function attempt(world: RehearsalWorld, { how, ...login }: Attempt): Promise<void> {
  await logIn(world, how === undefined ? login : { ...login, signs: (right) => otherwise(world, right, how) });
}

Then(
  "{person} can log in to {cluster} as role {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    await attempt(this, { who, cluster, role });
    expectToken(this.last);
  },
);

Then(
  "{person} can log in to {cluster} as role {string} with {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, how: string) {
    await attempt(this, { who, cluster, role, how });
    expectToken(this.last);
  },
);

Then(
  "{person} can log in to {cluster} as role {string}, with a token for {int} seconds and the policies {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, seconds: number, policies: string) {
    await attempt(this, { who, cluster, role });
    expectTokenWith(this, seconds, policies);
  },
);

Then(
  "{person} cannot log in to {cluster} as role {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
    await attempt(this, { who, cluster, role });
    expectNoToken(this.last);
  },
);

Then(
  "{person} cannot log in to {cluster} as role {string} with {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, how: string) {
    await attempt(this, { who, cluster, role, how });
    expectNoToken(this.last);
  },
);

/** Returns a request that differs from the valid request `right` only as `what` describes. */
function otherwise(world: RehearsalWorld, right: IdentityRequest, what: string): IdentityRequest {
  const { serverId: _, ...withoutServer } = right;
  const [, signed, names] = /^the (un)?signed headers "(.*)"$/.exec(what) ?? [];
  if (names !== undefined) {
    return { ...right, [signed === undefined ? "extraHeaders" : "afterSigning"]: signedAlso(names.split(", ")) };
  }
  switch (what) {
    case "a signed GET request":
      return { ...right, method: "GET" };
    case "the hash of another body":
      return { ...right, extraHeaders: { "X-Amz-Content-Sha256": createHash("sha256").update("").digest("hex") } };
    case "a signed header that names Ada":
      return { ...right, extraHeaders: { "X-Note": world.clouds.user("Ada").arn, "X-Role": "ada" } };
    case "a server ID and nothing else":
    case "no further header":
      return right;
    case "a header without a value signed":
      return { ...right, extraHeaders: { "X-Note": "" } };
    case "one more header signed":
      return { ...right, extraHeaders: { "X-Note": "as signed" } };
    case "another user's secret key":
      return { ...right, key: { ...right.key, secretAccessKey: world.stage.cloud.administrator.secretAccessKey } };
    case "a header altered after signing":
      return { ...right, extraHeaders: { "X-Note": "as signed" }, afterSigning: { "X-Note": "altered" } };
    case "a date of twenty minutes ago":
      return { ...right, date: right.date - 20 * 60_000 };
    case "no server ID":
      return withoutServer;
    case "the ID of another server":
      return { ...right, serverId: "lima.example" };
    case "a server ID that is not signed":
      return { ...withoutServer, afterSigning: { [serverIdHeaderOf(right.key)]: serverId } };
    case "a server ID that is not signed, beside one like it that is":
      return {
        ...withoutServer,
        extraHeaders: { [`${serverIdHeaderOf(right.key)}-Note`]: serverId },
        afterSigning: { [serverIdHeaderOf(right.key)]: serverId },
      };
    case "the server ID in capitals":
      return { ...right, serverId: serverId.toUpperCase() };
    case "the server ID and something behind":
      return { ...right, serverId: `${serverId}.org` };
    case "something before the server ID":
      return { ...right, serverId: `the-${serverId}` };
    case "the beginning of the server ID":
      return { ...right, serverId: serverId.slice(0, -1) };
    default:
      throw new Error(`the step knows no ${what}`);
  }
}

/** Returns additional headers to sign. A header for the hash of the body has the correct hash. */
function signedAlso(names: readonly string[]): Readonly<Record<string, string>> {
  const bodyHash = createHash("sha256").update("Action=GetCallerIdentity&Version=2011-06-15").digest("hex");
  return Object.fromEntries(names.map((name) => [name, /sha256$/i.test(name) ? bodyHash : "as signed"]));
}

Then(
  "{person} has a token for {int} seconds with the policies {string}",
  function (this: RehearsalWorld, _who: string, seconds: number, policies: string) {
    expectTokenWith(this, seconds, policies);
  },
);

/** Asserts that the last login returned a service token that is valid for `seconds` and has exactly these policies. */
function expectTokenWith({ last: { status, body }, stage }: RehearsalWorld, seconds: number, policies: string): void {
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.auth).to.include({ lease_duration: seconds, renewable: true, token_type: "service" });
  expect(body?.auth?.policies).to.have.same.members(policies.split(", "));
  expect(body?.auth?.metadata).to.include({ account_id: stage.cloud.account, auth_type: "iam" });
}

Then("the login succeeds", function (this: RehearsalWorld) {
  expectToken(this.last);
});

Then("the login is refused", function (this: RehearsalWorld) {
  expectNoToken(this.last);
});

function tokenOf(world: RehearsalWorld): string {
  return String(world.last.body?.auth?.client_token);
}

async function statusOfToken(world: RehearsalWorld, cluster: string): Promise<number> {
  const token = tokenOf(world);
  return (await world.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token })).status;
}

When("the login's token is renewed in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).write("auth/token/renew-self", {}, tokenOf(this));
});

Then("the login's token works in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect(await statusOfToken(this, cluster)).to.equal(200);
});

Then("the login's token does not work in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect(await statusOfToken(this, cluster)).to.equal(403);
});
