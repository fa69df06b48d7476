import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { tokenFixture } from "./token-fixture.suite.ts";

const untouched = {
  allowed_entity_aliases: null,
  allowed_policies: [],
  allowed_policies_glob: [],
  disallowed_policies: [],
  disallowed_policies_glob: [],
  explicit_max_ttl: 0,
  name: "ci",
  orphan: false,
  path_suffix: "",
  period: 0,
  renewable: true,
  token_explicit_max_ttl: 0,
  token_no_default_policy: false,
  token_period: 0,
  token_type: "default-service",
};

async function withRole(role: JsonObject = {}) {
  const fixture = await tokenFixture();
  const written = await fixture.ask("POST", "auth/token/roles/ci", role);
  const read = async () => (await fixture.ask("GET", "auth/token/roles/ci")).body?.data;
  return {
    ...fixture,
    written,
    read,
    make: (body: JsonObject = {}) => fixture.ask("POST", "auth/token/create/ci", body),
  };
}

test("3.4: a role is read with the documented members and no others, listed and deleted", async () => {
  const { ask, written, read } = await withRole();
  expect([written.status, written.body]).to.deep.equal([204, undefined]);
  expect(await read()).to.deep.equal(untouched);
  expect((await ask("LIST", "auth/token/roles")).body?.data).to.deep.equal({ keys: ["ci"] });
  expect((await ask("GET", "auth/token/roles?list=true")).body?.data).to.deep.equal({ keys: ["ci"] });
  expect((await ask("DELETE", "auth/token/roles/ci")).status).to.equal(204);
  expect((await ask("DELETE", "auth/token/roles/ci")).status).to.equal(204);
  for (const [method, path] of [
    ["GET", "auth/token/roles/ci"],
    ["LIST", "auth/token/roles"],
  ] as const) {
    const { status, body } = await ask(method, path);
    expect([status, body]).to.deep.equal([404, { errors: [] }]);
  }
});

test("a write keeps the settings that it omits", async () => {
  const { ask, read } = await withRole({ allowed_policies: "B, a,a", orphan: true, token_period: "1h" });
  await ask("PUT", "auth/token/roles/ci", { renewable: false, token_bound_cidrs: ["10.0.0.1"], token_num_uses: 3 });
  expect(await read()).to.deep.equal({
    ...untouched,
    allowed_policies: ["a", "b"],
    orphan: true,
    renewable: false,
    token_bound_cidrs: ["10.0.0.1"],
    token_num_uses: 3,
    token_period: 3600,
  });
});

test("a setting written by its deprecated name is read under both names, until the new name is written", async () => {
  const { ask, read } = await withRole({ period: "1h", explicit_max_ttl: "2h", bound_cidrs: "10.0.0.0/8" });
  expect(await read()).to.deep.equal({
    ...untouched,
    period: 3600,
    token_period: 3600,
    explicit_max_ttl: 7200,
    token_explicit_max_ttl: 7200,
    bound_cidrs: ["10.0.0.0/8"],
    token_bound_cidrs: ["10.0.0.0/8"],
  });
  await ask("POST", "auth/token/roles/ci", { token_period: "3h" });
  expect(await read()).to.deep.include({ period: 0, token_period: 10_800, explicit_max_ttl: 7200 });
});

for (const [role, error] of [
  [{ path_suffix: "a b" }, "given role path suffix contains invalid characters; must match \\w[\\w-.]+\\w"],
  [{ token_type: "bogus" }, `invalid 'token_type' value "bogus"`],
  [{ token_type: "batch" }, "'token_type' cannot be 'batch' when role is set to generate non-orphan tokens"],
  [
    { token_type: "batch", orphan: true },
    "'token_type' cannot be 'batch' when role is set to generate renewable tokens",
  ],
  [
    { token_bound_cidrs: "bogus" },
    'error parsing address "bogus": Unable to convert "bogus" to an IPv4 or IPv6 address, or a UNIX Socket',
  ],
  [{ token_period: "bogus" }, 'error converting input for field "token_period": time: invalid duration "bogus"'],
] as const) {
  test(`3.4: the role ${JSON.stringify(role)} is refused`, async () => {
    const { written, ask } = await withRole(role as unknown as JsonObject);
    expect([written.status, written.body?.errors]).to.deep.equal([400, [error]]);
    expect((await ask("GET", "auth/token/roles/ci")).status).to.equal(404);
  });
}

test("3.4: a role grants only its allowed policies", async () => {
  const { make, ask } = await withRole({ allowed_policies: "p1" });
  expect((await make()).body?.auth).to.deep.include({ policies: ["default", "p1"] });
  expect((await make({ policies: ["px"] })).body?.errors).to.deep.equal([
    `token policies (["default" "px"]) must be subset of the role's allowed policies (["default" "p1"]) or glob policies ([])`,
  ]);
  await ask("POST", "auth/token/roles/ci", { allowed_policies_glob: "team-*", disallowed_policies: "team-x" });
  expect((await make({ policies: ["team-a"] })).body?.auth).to.deep.include({ policies: ["default", "team-a"] });
  expect((await make({ policies: ["team-x"] })).body?.errors).to.deep.equal([
    `token policy "team-x" is disallowed by this role`,
  ]);
  await ask("POST", "auth/token/roles/ci", { token_no_default_policy: true });
  expect((await make()).body?.auth).to.deep.include({ policies: ["p1"] });
});

test("a role gives a client a token with a policy that the client does not have", async () => {
  const { ask, create, may } = await withRole({ allowed_policies: "p1", orphan: true });
  await may("maker", "auth/token/create/ci", ["update"]);
  const { client_token: token } = await create({ policies: ["maker"] });
  const { body } = await ask("POST", "auth/token/create/ci", {}, { token });
  expect(body?.auth).to.deep.include({ policies: ["default", "p1"], orphan: true });
});

test("the lower of the limits of request and role applies", async () => {
  const { make } = await withRole({ token_explicit_max_ttl: "2h", token_num_uses: 3, renewable: false });
  expect((await make({ ttl: "3h", num_uses: 5, policies: "x" })).body?.auth).to.deep.include({
    lease_duration: 7200,
    num_uses: 3,
    renewable: false,
  });
  expect((await make({ explicit_max_ttl: "1h", num_uses: 1, ttl: "3h", policies: "x" })).body?.auth).to.deep.include({
    lease_duration: 3600,
    num_uses: 1,
  });
});

test("the token type of a role is a default or mandatory", async () => {
  const { ask, make } = await withRole({ token_type: "default-batch", orphan: true, renewable: false });
  expect((await make({ policies: "x" })).body?.auth).to.deep.include({ token_type: "batch" });
  expect((await make({ policies: "x", type: "service" })).body?.auth).to.deep.include({ token_type: "service" });
  await ask("POST", "auth/token/roles/ci", { token_type: "batch" });
  expect((await make({ policies: "x", type: "service" })).body?.auth).to.deep.include({ token_type: "batch" });
});

test("a token created for an alias belongs to the entity of the alias, if the role allows it", async () => {
  const { make, lookUp } = await withRole({ allowed_entity_aliases: "ada,team-*" });
  const made = await make({ entity_alias: "ada", policies: "x" });
  const { entity_id: id, client_token: token } = (made.body as { auth: JsonObject }).auth;
  expect(id).to.match(/^[0-9a-f-]{36}$/);
  expect(await lookUp(String(token))).to.deep.include({ entity_id: id });
  expect((await make({ entity_alias: "ada", policies: "x" })).body?.auth).to.deep.include({ entity_id: id });
  expect((await make({ entity_alias: "bob" })).body?.errors).to.deep.equal(["invalid 'entity_alias' value"]);
});
