import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { Given, Then, When } from "../define.ts";
import { expectRefusal } from "../expect-refusal.ts";
import { requestIn, rowsOf } from "../requests.ts";
import { comparable, fieldsOf, filled } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

// Each row is a request: its client, its cluster, the operation and its fields. The responses are not checked.
When("at the same moment:", async function (table) {
  const rows = rowsOf(table, ["client", "cluster", "request", "with"]);
  // Creates missing tokens first.
  for (const { client, cluster } of rows) await this.clients.credentialOf(client, cluster);
  await Promise.all(
    rows.map(async ({ client, cluster, ...row }) => {
      const credential = await this.clients.credentialOf(client, cluster);
      await this.cluster(cluster).ask({ ...(await requestIn(this, row)), ...credential });
    }),
  );
});

When("{client} tries to send {body} to {string} in {cluster}", async function (who, body, path, cluster) {
  await this.tryAs(who, cluster, { method: "POST", path, body });
});

Then("the request succeeds", function () {
  expect(this.last.status, errorsOf(this)).to.be.within(200, 299);
});

// The status is 400 to 599, but not 403 for a client with a token: a client without the capability would get it in any case.
Then("the request is refused", function () {
  expectRefusal(this.last);
  const isForbidden = this.last.status === 403 && this.lastWasAuthenticated;
  expect(
    isForbidden,
    "refused for want of a capability, which a sentence has to claim: is refused with status 403",
  ).to.equal(false);
});

Then("the request is refused with status {int}", function (status) {
  expectRefusal(this.last);
  expect(this.last.status, errorsOf(this)).to.equal(status);
  expect(this.last.body?.errors, "a refusal says why").not.to.deep.equal([]);
});

Then("the request is refused, naming {string}", function (name) {
  expectRefusal(this.last);
  expect(errorsOf(this)).to.contain(name);
});

// A read of the path returned the same before and after; for a replication operation: role, cluster ID and other members.
Then("the refused requests have changed nothing", function () {
  expect(this.refusals.count, "how many writes were refused").to.be.greaterThan(0);
  expect(this.refusals.broken, "what a refused request changed").to.deep.equal([]);
});

// Secrets are the secret keys of the scenario's cloud users and of the cloud's administrator, and the passwords of
// database users that earlier steps have used.
Then("the refusal contains no secret", function () {
  const text = JSON.stringify(this.last.body);
  const secrets = [...this.cloudSecrets, ...this.databases.knownPasswords.values()].filter((secret) => secret !== "");
  if (secrets.length === 0) throw new Error("no secret is known yet, because no step has used a password or a key");
  for (const secret of secrets) {
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      expect(text).not.to.contain(form);
  }
});

// The fields at the top level of the data.
Then("the fields of the response are {string}", function (names) {
  expect(Object.keys(this.last.body?.data ?? {})).to.have.same.members(names.split(", "));
});

Then("{cluster} answers these:", async function (cluster, table) {
  for (const row of rowsOf(table, ["request", "with", "status"])) {
    const { status } = await this.cluster(cluster).askAsOperator(await requestIn(this, row));
    expect(status, row.request).to.equal(Number(row.status));
  }
});

Then("{cluster} refuses these:", async function (cluster, table) {
  for (const row of rowsOf(table, ["request", "with"])) {
    const reply = await this.tryAs("an operator", cluster, await requestIn(this, row));
    expectRefusal(reply, `${row.request} ${row.with}`);
  }
});

// `returns` are fields of the response.
Then("{cluster} accepts these:", async function (cluster, table) {
  for (const row of rowsOf(table, ["request", "with", "returns"])) {
    const { request, returns } = row;
    const { status, body } = await this.cluster(cluster).askAsOperator(await requestIn(this, row));
    expect(status, `${request}: ${body?.errors?.join("; ")}`).to.be.within(200, 299);
    const fields = await fieldsOf(this, returns);
    const shown = { lease_duration: body?.lease_duration, ...body?.data };
    expect(comparable(shown, fields), request).to.deep.equal(fields);
  }
});

function errorsOf(world: RehearsalWorld): string {
  return world.last.body?.errors?.join("; ") ?? "";
}

function get(world: RehearsalWorld, cluster: string, path: string): Promise<ApiReply> {
  return world.cluster(cluster).askAsOperator({ method: "GET", path });
}

Given("these are written in {cluster}:", async function (cluster, table) {
  for (const { path, with: fields } of rowsOf(table, ["path", "with"])) {
    await this.cluster(cluster).write(await filled(this, path), await fieldsOf(this, fields));
  }
});

// Each row has a path, fields, and another path, where the object would be if its name were that in the fields.
Then("{cluster} names each of these objects by its path, not by its body:", async function (cluster, table) {
  for (const { path, with: fields, "not as": other } of rowsOf(table, ["path", "with", "not as"])) {
    const body = await fieldsOf(this, fields);
    const { status } = await this.cluster(cluster).askAsOperator({ method: "POST", path, body });
    // A server may also refuse a body whose name contradicts the path.
    if (status < 300) expect((await get(this, cluster, path)).status, path).to.equal(200);
    else expect(status, path).to.be.within(400, 599);
    expect((await get(this, cluster, other)).status, other).to.equal(404);
  }
});

Given("{client} reads these in {cluster}:", async function (who, cluster, table) {
  for (const [looked = ""] of table.raw()) {
    const request = {
      ...(await requestIn(this, { request: looked })),
      token: await this.clients.tokenOf(who, cluster),
    };
    const reply = await statusAndData(this, cluster, request);
    this.seen.set(`${who} ${cluster} ${looked}`, { who, cluster, request, reply });
  }
});

async function statusAndData(world: RehearsalWorld, cluster: string, request: ApiRequest) {
  const { status, body } = await world.cluster(cluster).ask(request);
  return { status, data: body?.data };
}

Then("what {client} has read is unchanged", async function (who) {
  const seen = [...this.seen].filter(([, one]) => one.who === who);
  expect(seen, `what ${who} has read`).not.to.deep.equal([]);
  for (const [name, { cluster, request, reply }] of seen) {
    expect(await statusAndData(this, cluster, request), name).to.deep.equal(reply);
  }
});

Then("{cluster} serves none of these outside of its API:", async function (cluster, table) {
  for (const { request } of rowsOf(table, ["request"])) {
    for (const base of ["/", "/v1/v1/"]) {
      const asked = { ...(await requestIn(this, { request })), base };
      expect((await this.cluster(cluster).askAsOperator(asked)).status, `${base} ${request}`).to.be.within(400, 599);
    }
  }
});

When("an operator moves the mount {string} to {string} in {cluster}", async function (from, to, cluster) {
  const { data } = await this.cluster(cluster).write("sys/remount", { from, to });
  await this.eventually(async () => {
    const status = await this.cluster(cluster).read(`sys/remount/status/${String(data?.migration_id)}`);
    expect(status.migration_info).to.include({ status: "success" });
  });
});
