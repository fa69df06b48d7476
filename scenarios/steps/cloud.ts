import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type IdentityRequest, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { fieldsOf } from "../fields.ts";
import type { RehearsalWorld } from "../world.ts";

const serverId = "oslo.example";

Given("cloud login is enabled in {cluster} for the server {string}", async function (this: RehearsalWorld, cluster: string, server: string) {
  const { url, region } = this.stage.cloud;
  await this.cluster(cluster).write("sys/auth/cloud", { type: "cloud" });
  await this.cluster(cluster).write("auth/cloud/config/client", {
    sts_endpoint: url,
    sts_region: region,
    iam_server_id_header_value: server,
  });
});

Given("the cloud user {person}", async function (this: RehearsalWorld, who: string) {
  this.cloudUsers.set(who, await this.stage.cloud.createUser(who));
});

Given("the cloud user {person} with the path {string}", async function (this: RehearsalWorld, who: string, path: string) {
  this.cloudUsers.set(who, await this.stage.cloud.createUser(who, path));
});

/** Roles are written on the lead; a follower has them a moment later. */
async function writeRole(world: RehearsalWorld, name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  await world.cluster("Oslo").write(`auth/cloud/role/${name}`, fields);
  await world.followersHaveIt("Oslo");
}

Given(
  "the role {string} for every user of the account, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, policies: string, minutes: number) {
    await writeRole(this, name, {
      bound_iam_principal_arn: `arn:aws:iam::${this.stage.cloud.account}:user/*`,
      token_policies: policies,
      token_ttl: minutes * 60,
    });
  },
);

Given(
  "the role {string} only for the user {person}, with the policies {string} for {int} minutes",
  async function (this: RehearsalWorld, name: string, who: string, policies: string, minutes: number) {
    await writeRole(this, name, {
      bound_iam_principal_arn: this.cloudUser(who).arn,
      resolve_cloud_unique_ids: false,
      token_policies: policies,
      token_ttl: minutes * 60,
    });
  },
);

/** Logs in with evidence that is right, or has been spoilt. */
async function logIn(
  world: RehearsalWorld,
  options: { who: string; cluster: string; role?: string; spoil?: (right: IdentityRequest) => IdentityRequest },
): Promise<void> {
  const { who, cluster, role, spoil = (right) => right } = options;
  const { url, region } = world.stage.cloud;
  const right = { key: world.cloudUser(who), url, region, date: world.stage.now(), serverId };
  const evidence = await signCallerIdentity(spoil(right));
  const body = { ...evidence, ...(role === undefined ? {} : { role }) };
  const { status, body: answer } = await world.try(cluster, { method: "POST", path: "auth/cloud/login", body });
  if (status === 200) world.person(who).token = String(answer?.auth?.client_token);
}

When("{person} logs in to {cluster} as {string}", async function (this: RehearsalWorld, who: string, cluster: string, role: string) {
  await logIn(this, { who, cluster, role });
});

When("{person} logs in to {cluster} without a role", async function (this: RehearsalWorld, who: string, cluster: string) {
  await logIn(this, { who, cluster });
});

When(
  "{person} logs in to {cluster} as {string} with {}",
  async function (this: RehearsalWorld, who: string, cluster: string, role: string, flaw: string) {
    await logIn(this, { who, cluster, role, spoil: (right) => spoilt(this, right, flaw) });
  },
);

const serverIdHeader = "X-Svc-Cloud-IAM-Server-ID";

/** Good evidence with `flaw` and no other. */
function spoilt(world: RehearsalWorld, right: IdentityRequest, flaw: string): IdentityRequest {
  const { serverId: _, ...withoutServer } = right;
  switch (flaw) {
    case "somebody else's secret key":
      return { ...right, key: { ...right.key, secretAccessKey: world.stage.cloud.administrator.secretAccessKey } };
    case "a header altered after signing":
      return { ...right, extraHeaders: { "X-Note": "as signed" }, afterSigning: { "X-Note": "altered" } };
    case "a date of twenty minutes ago":
      return { ...right, date: right.date - 20 * 60_000 };
    case "the ID of another server":
      return { ...right, serverId: "lima.example" };
    case "no server ID":
      return withoutServer;
    case "a server ID that is not signed":
      return { ...withoutServer, afterSigning: { [serverIdHeader]: serverId } };
    default:
      throw new Error(`the step knows no ${flaw}`);
  }
}

Then(
  "{person} has a token for {int} seconds with the policies {string}",
  function (this: RehearsalWorld, _who: string, seconds: number, policies: string) {
    const { status, body } = this.last;
    expect(status, body?.errors?.join("; ")).to.equal(200);
    expect(body?.auth).to.include({ lease_duration: seconds, renewable: true, token_type: "service" });
    expect(body?.auth?.policies).to.deep.equal(policies.split(", "));
    expect(body?.auth?.metadata).to.include({ account_id: this.stage.cloud.account, auth_type: "iam" });
  },
);

async function statusOfToken(world: RehearsalWorld, cluster: string): Promise<number> {
  const token = String(world.last.body?.auth?.client_token);
  return (await world.cluster(cluster).ask({ method: "GET", path: "auth/token/lookup-self", token })).status;
}

Then("the token works in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect(await statusOfToken(this, cluster)).to.equal(200);
});

Then("the token does not work in {cluster}", async function (this: RehearsalWorld, cluster: string) {
  expect(await statusOfToken(this, cluster)).to.equal(403);
});

Then("the login is refused", function (this: RehearsalWorld) {
  expect(this.last.status).to.be.within(400, 499);
  expect(this.last.body?.auth).to.equal(undefined);
});

When("the role {string} is written with {string}", async function (this: RehearsalWorld, name: string, fields: string) {
  await this.cluster("Oslo").write(`auth/cloud/role/${name}`, fieldsOf(fields));
});

When("somebody tries to write the role {string} with {string}", async function (this: RehearsalWorld, name: string, fields: string) {
  const { rootToken: token } = this.cluster("Oslo");
  await this.try("Oslo", { method: "POST", path: `auth/cloud/role/${name}`, body: fieldsOf(fields), token });
});

Then("the roles are {string}", async function (this: RehearsalWorld, names: string) {
  const { data } = await this.cluster("Oslo").tell("LIST", "auth/cloud/roles");
  expect(data?.keys).to.deep.equal(names.split(", "));
});

Then("the role {string} has the {string} {int}", async function (this: RehearsalWorld, name: string, field: string, value: number) {
  expect((await this.cluster("Oslo").read(`auth/cloud/role/${name}`))[field]).to.equal(value);
});
