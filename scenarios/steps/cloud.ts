import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { Then, When } from "../define.ts";
import { comparable, type Fields, fieldsOf, textOf } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

async function callsTo(world: RehearsalWorld, name: string): Promise<readonly Fields[]> {
  const calls = (await world.stage.cloud.standIn(name)).calls();
  return calls.map(({ action, region, accessKeyId: access_key, roleArn: role_arn, temporary: is_temporary }) => ({
    action,
    region,
    access_key,
    role_arn,
    is_temporary,
  }));
}

When("the stand-in {string} {behaviour}", async function (name, behaviour) {
  (await this.stage.cloud.standIn(name)).script(await behaviour(this));
});

Then("the stand-in {string} was called {int} time(s)", async function (name, times) {
  expect(await callsTo(this, name)).to.have.length(times);
});

// There is at least one call. Of several values, which are separated by commas, each is in some call.
Then("all calls to the stand-in {string} have {string}", async function (name, text) {
  const calls = await callsTo(this, name);
  for (const [field, values] of Object.entries(await fieldsOf(this, text))) {
    const found = new Set(calls.map((call) => textOf(call[field])));
    expect([...found], field).to.have.members(textOf(values).split(", "));
  }
});

Then("the last call to the stand-in {string} has {string}", async function (name, text) {
  const fields = await fieldsOf(this, text);
  expect(comparable((await callsTo(this, name)).at(-1) ?? {}, fields)).to.deep.equal(fields);
});

Then("a call to the stand-in {string} has {string}", async function (name, text) {
  const fields = await fieldsOf(this, text);
  expect((await callsTo(this, name)).map((call) => comparable(call, fields))).to.deep.include(fields);
});

/** Maximum number of tags to request until one has no `//`. */
const maxTags = 20;

// Repeated until the value of the tag contains no `//`, because some servers change `//` in a path.
When(
  "{client} creates the role tag {string} of the {resource} in {cluster} with {string}",
  async function (who, name, role, cluster, text) {
    const request = { method: "POST", path: `${await role.path(this)}/tag`, body: await fieldsOf(this, text) } as const;
    for (let count = 0; count < maxTags; count++) {
      const { body } = await this.doAs(who, cluster, request);
      const value = String(body?.data?.tag_value);
      this.clouds.tags.set(name, value);
      if (!value.includes("//")) return;
    }
    throw new Error(`each of ${maxTags} tags has a double slash in it`);
  },
);

When(
  "{client} tries to create a role tag of the {resource} in {cluster} with {string}",
  async function (who, role, cluster, text) {
    const path = `${await role.path(this)}/tag`;
    await this.tryAs(who, cluster, { method: "POST", path, body: await fieldsOf(this, text) });
  },
);

Then("the response has a role tag with the key {string}", function (key) {
  expect(this.last.status, this.last.body?.errors?.join("; ")).to.equal(200);
  expect(this.last.body?.data?.tag_key).to.equal(key);
  expect(this.last.body?.data?.tag_value).to.be.a("string").that.is.not.empty;
});

async function tidyRequest(world: RehearsalWorld, list: string, text: string): Promise<ApiRequest> {
  return { method: "POST", path: `auth/cloud/tidy/${list}`, body: await fieldsOf(world, text) };
}

When("{client} tidies the {string} in {cluster} with {string}", async function (who, list, cluster, fields) {
  await this.doAs(who, cluster, await tidyRequest(this, list, fields));
});

When("{client} tries to tidy the {string} in {cluster} with {string}", async function (who, list, cluster, fields) {
  await this.tryAs(who, cluster, await tidyRequest(this, list, fields));
});

When("the cloud's administrator creates an access key for {person}", async function (who) {
  await this.stage.cloud.createAccessKey(who);
});

Then("{person} has {int} access key(s)", async function (who, count) {
  expect(await this.stage.cloud.accessKeysOf(who)).to.have.length(count);
});

Then("the response has a new access key of {person}, and no secret key", function (who) {
  const { status, body } = this.last;
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.data?.access_key)
    .to.be.a("string")
    .that.is.not.oneOf(["", this.clouds.user(who).accessKeyId]);
  expect(JSON.stringify(body?.data)).not.to.contain("secret");
});

Then(
  "the access list entry {string} in {cluster} was updated {int} minutes after its creation",
  async function (name, cluster, minutes) {
    const { id } = this.instances.named(name).instance;
    const entry = await this.cluster(cluster).read(`auth/cloud/identity-accesslist/${id}`);
    const [created, updated] = [entry.creation_time, entry.last_updated_time].map((time) => Date.parse(String(time)));
    expect(((updated ?? 0) - (created ?? 0)) / 60_000).to.be.within(minutes, minutes + 1);
  },
);
