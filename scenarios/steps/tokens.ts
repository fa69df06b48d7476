import { expect } from "chai";
import type { ApiReply } from "#harness/api/request.ts";
import { Given, Then, When } from "../define.ts";
import { expectRefusal } from "../expect-refusal.ts";
import { loginOf, noteLogin, tokenOf } from "../logins.ts";
import { requestIn } from "../requests.ts";
import { type Fields, fieldsOf, filled, textOf } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";
import { entriesOf } from "./audit.ts";

Given("{person} has the token of {holder} in {cluster}", function (who, holder, cluster) {
  noteLogin(this, who, loginOf(this, holder));
  this.clients.hold(who, cluster, tokenOf(this, who));
});

async function renew(world: RehearsalWorld, holder: string, cluster: string, body: Fields = {}): Promise<ApiReply> {
  const request = { method: "POST", path: "auth/token/renew-self", token: tokenOf(world, holder), body } as const;
  const reply = await world.try(cluster, request);
  if (reply.status === 200) noteLogin(world, holder, { ...loginOf(world, holder), ...reply.body?.auth });
  return reply;
}

async function renewedFor(world: RehearsalWorld, ...renewal: [string, string, Fields?]): Promise<number> {
  const { status, body } = await renew(world, ...renewal);
  expect(status, body?.errors?.join("; ")).to.equal(200);
  return Number(body?.auth?.lease_duration);
}

When("{holder} renews the token in {cluster}", async function (holder, cluster) {
  await renewedFor(this, holder, cluster);
});

Then("{holder} can renew the token in {cluster}", async function (holder, cluster) {
  await renewedFor(this, holder, cluster);
});

Then("{holder} cannot renew the token in {cluster}", async function (holder, cluster) {
  expectRefusal(await renew(this, holder, cluster));
});

Then(
  "a renewal of the token of {holder} in {cluster} for {int} seconds gives at most {int} seconds",
  async function (holder, cluster, increment, most) {
    expect(await renewedFor(this, holder, cluster, { increment })).to.be.within(1, most);
  },
);

// Up to 30 seconds less are accepted, because a scenario takes real time until the renewal.
Then(
  "a renewal of the token of {holder} in {cluster} gives about {int} seconds",
  async function (holder, cluster, seconds) {
    expect(await renewedFor(this, holder, cluster)).to.be.within(seconds - 30, seconds);
  },
);

const sorted = (text: string) => text.split(/, ?/).sort().join(", ");

// Fields of the response to the last login or renewal, and of its metadata. Lists are written with commas, in any order.
Then("the token of {holder} has {string}", async function (holder, text) {
  const { metadata, ...auth } = loginOf(this, holder);
  const shown: Fields = { ...(metadata as Fields), ...auth };
  for (const [field, wanted] of Object.entries(await fieldsOf(this, text))) {
    const isList = Array.isArray(shown[field]) && typeof wanted === "string";
    if (isList) expect(sorted(textOf(shown[field])), field).to.equal(sorted(wanted));
    else if (typeof wanted === "string") expect(textOf(shown[field]), field).to.equal(wanted);
    else expect(shown[field], field).to.deep.equal(wanted);
  }
});

Then("the token of {holder} is a {word} token", function (holder, kind) {
  const auth = loginOf(this, holder);
  expect(auth.token_type).to.equal(kind);
  expect(auth.renewable).to.equal(kind === "service");
  expect(Boolean(auth.accessor)).to.equal(kind === "service");
});

type Metadata = Readonly<Record<string, string>>;

/** Metadata of a login that config/identity does not select. */
const always = ["nonce", "role", "role_id", "role_tag_max_ttl"];

function selected(metadata: unknown): Metadata {
  const all = Object.entries((metadata ?? {}) as Metadata);
  return Object.fromEntries(all.filter(([name]) => !always.includes(name)));
}

function expectNames(metadata: unknown, names: string): void {
  expect(Object.keys(selected(metadata))).to.have.members(names === "" ? [] : names.split(", "));
}

// Without counting `nonce`, `role`, `role_id` and `role_tag_max_ttl`, which the identity configuration does not select.
Then("the token of {holder} has the metadata {string} and no other", function (holder, names) {
  expectNames(loginOf(this, holder).metadata, names);
});

Then(
  "the audit entry of the login of {holder} in {cluster} has the metadata {string} and no other",
  async function (holder, cluster, names) {
    const logins = (await entriesOf(this, cluster)).filter(
      ({ type, request }) => type === "response" && request?.path === "auth/cloud/login",
    );
    expect(logins).to.have.length(1);
    const metadata = logins[0]?.response?.auth?.metadata;
    expectNames(metadata, names);
    expect(selected(metadata)).to.deep.equal(selected(loginOf(this, holder).metadata));
  },
);

// The entries are the response to the login, and the request and the response of an operation with its token.
Then("the audit log of {cluster} has the role {string} in at least {int} entries", async function (cluster, role, min) {
  const text = await (await this.stage.auditFile(cluster)).text();
  const entries = text.split("\n").filter((line) => line.includes(`"metadata":{`) && line.includes(`"role":"${role}"`));
  expect(entries).to.have.length.of.at.least(min);
});

Then("the response does not contain {string}", async function (text) {
  const hidden = await filled(this, text);
  expect(hidden, "no value has this name").not.to.match(/^\{.*\}$/);
  expect(JSON.stringify(this.last.body)).not.to.contain(hidden);
});

async function aliasOf(world: RehearsalWorld, holder: string, cluster: string) {
  const mounted = (await world.cluster(cluster).read("sys/auth"))["cloud/"] as { accessor: string };
  const { aliases } = await world.cluster(cluster).read(`identity/entity/id/${loginOf(world, holder).entity_id}`);
  const found = (aliases as readonly { name: string; mount_accessor: string; metadata: Metadata | null }[]).filter(
    ({ mount_accessor }) => mount_accessor === mounted.accessor,
  );
  expect(found, `aliases of ${holder}`).to.have.length(1);
  return found[0] as (typeof found)[number];
}

Then("the alias of {holder} in {cluster} is {string}", async function (holder, cluster, name) {
  expect((await aliasOf(this, holder, cluster)).name).to.equal(await filled(this, name));
});

Then("the alias of {holder} in {cluster} is the ID of the cloud role {string}", async function (holder, cluster, role) {
  const { role_id } = await this.cluster(cluster).read(`auth/cloud/role/${role}`);
  expect(role_id).to.be.a("string").that.is.not.empty.and.not.equal(role);
  expect((await aliasOf(this, holder, cluster)).name).to.equal(role_id);
});

Then("the alias of {holder} in {cluster} has the metadata of the token", async function (holder, cluster) {
  const { metadata } = await aliasOf(this, holder, cluster);
  expect(selected(metadata)).to.deep.equal(selected(loginOf(this, holder).metadata));
});

async function childrenOf(world: RehearsalWorld, holder: string, cluster: string): Promise<readonly ApiReply[]> {
  const token = tokenOf(world, holder);
  const replies: ApiReply[] = [];
  const paths = ["create/children", "create", "create-orphan"].map((path) => ({ path, body: {} }));
  for (const { path, body } of [...paths, { path: "create", body: { no_parent: true } }])
    replies.push(await world.cluster(cluster).ask({ method: "POST", token, path: `auth/token/${path}`, body }));
  return replies;
}

Then("the token of {holder} can create child tokens in {cluster}", async function (holder, cluster) {
  for (const { status } of await childrenOf(this, holder, cluster)) expect(status).to.equal(200);
});

Then("the token of {holder} cannot create child tokens in {cluster}", async function (holder, cluster) {
  for (const reply of await childrenOf(this, holder, cluster)) expectRefusal(reply);
});

/** Names a client's wrapping token `{wrapping token of Bob}`, and the one before `{former wrapping token of Bob}`. */
function keepToken({ values }: RehearsalWorld, who: string, token: unknown): void {
  expect(token, "the wrapping token").to.be.a("string").that.is.not.empty;
  const name = `wrapping token of ${who}`;
  values.set(`former ${name}`, values.get(name) ?? "");
  values.set(name, String(token));
}

Given(
  "{person} has a wrapping token of {cluster} for {string} with {string}, valid for {string}",
  async function (who, cluster, request, fields, ttl) {
    const headers = { "x-vault-wrap-ttl": ttl };
    const asked = { ...(await requestIn(this, { request, with: fields })), headers };
    const { body } = await this.tryAs("an operator", cluster, asked);
    expect(body?.data ?? null, "the response has nothing of what is wrapped").to.equal(null);
    keepToken(this, who, body?.wrap_info?.token);
  },
);

async function unwrap(world: RehearsalWorld, token: string, cluster: string): Promise<void> {
  await world.try(cluster, { method: "POST", path: "sys/wrapping/unwrap", token: await filled(world, token) });
}

Then("{person} unwraps {string} in {cluster}", async function (who, value, cluster) {
  await unwrap(this, `{wrapping token of ${who}}`, cluster);
  expect(this.last.status).to.equal(200);
  expect(this.last.body?.data).to.deep.equal({ value });
});

When("a client tries to unwrap {string} in {cluster}", async function (token, cluster) {
  await unwrap(this, token, cluster);
});

When("{person} tries to read {string} in {cluster} with the wrapping token", async function (who, path, cluster) {
  const token = await filled(this, `{wrapping token of ${who}}`);
  await this.try(cluster, { method: "GET", path, token });
});

When("an operator rewraps the wrapping token of {person} in {cluster}", async function (who, cluster) {
  const token = await filled(this, `{wrapping token of ${who}}`);
  const { wrap_info } = await this.cluster(cluster).write("sys/wrapping/rewrap", { token });
  keepToken(this, who, wrap_info?.token);
});
