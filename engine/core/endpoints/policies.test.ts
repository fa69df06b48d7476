import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

const rule = 'path "a" { capabilities = ["read"] }';

async function written(name: string, policy: string): Promise<LoneEngine> {
  const lone = await loneEngine();
  expect((await lone.ask("PUT", `sys/policies/acl/${name}`, { policy })).status).to.equal(204);
  return lone;
}

const dataOf = (body: JsonObject | undefined) => body?.data as JsonObject;

test("a policy is written, read, listed and deleted", async () => {
  const { ask } = await written("p1", rule);
  expect(dataOf((await ask("GET", "sys/policies/acl/p1")).body)).to.eql({ name: "p1", policy: rule });
  expect(dataOf((await ask("LIST", "sys/policies/acl")).body)).to.eql({ keys: ["default", "p1", "root"] });
  expect((await ask("DELETE", "sys/policies/acl/p1")).status).to.equal(204);
  expect(await ask("GET", "sys/policies/acl/p1")).to.eql({ status: 404, body: { errors: [] } });
  expect((await ask("DELETE", "sys/policies/acl/p1")).status).to.equal(204);
});

test("a read of the policy list is refused with 405", async () => {
  const { ask } = await loneEngine();
  expect((await ask("GET", "sys/policies/acl")).status).to.equal(405);
});

test("the deprecated paths return the same policies under their own keys, also at the top level", async () => {
  const { ask } = await written("p1", rule);
  const keys = ["default", "p1", "root"];
  for (const method of ["GET", "LIST"]) {
    const { body } = await ask(method, "sys/policy");
    expect(dataOf(body)).to.eql({ keys, policies: keys });
    expect(body).to.deep.include({ keys, policies: keys });
  }
  const { body } = await ask("GET", "sys/policy/p1");
  expect(dataOf(body)).to.eql({ name: "p1", rules: rule });
  expect(body).to.deep.include({ name: "p1", rules: rule });
  expect((await ask("PUT", "sys/policy/p2", { policy: rule })).status).to.equal(204);
  expect((await ask("DELETE", "sys/policy/p1")).status).to.equal(204);
  expect((await ask("GET", "sys/policy/p1")).status).to.equal(404);
});

test("the deprecated field `rules` is accepted with a warning, and `policy` has precedence over it", async () => {
  const { ask } = await loneEngine();
  const { status, body } = await ask("PUT", "sys/policy/p1", { rules: rule });
  expect([status, body?.warnings]).to.eql([200, ["'rules' is deprecated, please use 'policy' instead"]]);
  expect((await ask("PUT", "sys/policy/p1", { rules: "broken {", policy: rule })).status).to.equal(204);
});

test("policy names are converted to lower case, with a warning", async () => {
  const { ask } = await loneEngine();
  const { status, body } = await ask("POST", "sys/policies/acl/UPPER", { policy: rule });
  expect([status, body?.warnings]).to.eql([200, ["policy name was converted to upper"]]);
  expect(dataOf((await ask("GET", "sys/policies/acl/Upper")).body)).to.eql({ name: "upper", policy: rule });
});

test("the policy text may be base64-encoded, and may be JSON", async () => {
  const { ask } = await written("p1", Buffer.from(rule).toString("base64"));
  expect(dataOf((await ask("GET", "sys/policies/acl/p1")).body)?.policy).to.equal(rule);
  const json = JSON.stringify({ path: { a: { capabilities: ["read"] } } });
  expect((await ask("PUT", "sys/policies/acl/p2", { policy: json })).status).to.equal(204);
});

test("the policy root reads as empty and cannot be deleted; the policy default exists, can be updated, and cannot be deleted", async () => {
  const { ask } = await loneEngine();
  expect(dataOf((await ask("GET", "sys/policies/acl/root")).body)).to.eql({ name: "root", policy: "" });
  expect(dataOf((await ask("GET", "sys/policies/acl/default")).body)?.policy).to.include("auth/token/lookup-self");
  expect((await ask("PUT", "sys/policies/acl/default", { policy: rule })).status).to.equal(204);
  expect(dataOf((await ask("GET", "sys/policies/acl/default")).body)?.policy).to.equal(rule);
});

for (const [method, path, body, text] of [
  ["PUT", "acl/p", {}, "'policy' parameter not supplied or empty"],
  ["PUT", "acl/p", { policy: "" }, "'policy' parameter not supplied or empty"],
  ["PUT", "acl/root", { policy: rule }, 'cannot update "root" policy'],
  ["PUT", "acl/response-wrapping", { policy: rule }, 'cannot update "response-wrapping" policy'],
  ["DELETE", "acl/ROOT", undefined, 'cannot delete "root" policy'],
  ["DELETE", "acl/default", undefined, "cannot delete default policy"],
  [
    "PUT",
    "acl/p",
    { policy: 'path "x" { capabilities = ["bogus"] }' },
    'failed to parse policy: path "x": invalid capability "bogus"',
  ],
  ["PUT", "acl/p", { policy: "not hcl {{" }, "failed to parse policy: At 1:10: expected: IDENT | STRING got: LBRACE"],
  [
    "PUT",
    "acl/p",
    { policy: 'path "x" { unknown = 1 }' },
    'failed to parse policy: 1 error occurred:\n\t* path "x": invalid key "unknown" on line 1\n\n',
  ],
  [
    "PUT",
    "acl/p",
    { policy: 'path "+*" {}' },
    `failed to parse policy: path "+*": invalid use of wildcards ('+*' is forbidden)`,
  ],
] as const) {
  test(`${method} ${path} ${JSON.stringify(body)}: 400 ${text.trim()}`, async () => {
    const { ask } = await loneEngine();
    expect(await ask(method, `sys/policies/${path}`, body)).to.eql({ status: 400, body: { errors: [text] } });
    if (path === "acl/p") expect((await ask("GET", "sys/policies/acl/p")).status).to.equal(404);
  });
}

async function tokenWith({ ask }: LoneEngine, ...policies: readonly string[]): Promise<string> {
  const { body } = await ask("POST", "auth/token/create", { policies, no_default_policy: true });
  return String((body?.auth as JsonObject | undefined)?.client_token);
}

test("a change of a policy applies from the next request on", async () => {
  const lone = await written("p1", 'path "sys/policies/acl/p1" { capabilities = ["read"] }');
  const token = await tokenWith(lone, "p1");
  const status = async () => (await lone.ask("GET", "sys/policies/acl/p1", undefined, { token })).status;
  expect(await status()).to.equal(200);
  await lone.ask("PUT", "sys/policies/acl/p1", { policy: rule });
  expect(await status()).to.equal(403);
  await lone.ask("PUT", "sys/policies/acl/p1", { policy: 'path "sys/*" { capabilities = ["read"] }' });
  expect(await status()).to.equal(200);
  await lone.ask("DELETE", "sys/policies/acl/p1");
  expect(await status()).to.equal(403);
});

test("parameters that a policy does not allow are refused, and nothing is written", async () => {
  const lone = await written(
    "p1",
    'path "sys/policies/acl/+" { capabilities = ["update"] allowed_parameters = { "policy" = ["path*"] } }',
  );
  const token = await tokenWith(lone, "p1");
  const write = (body: JsonObject) => lone.ask("PUT", "sys/policies/acl/p2", body, { token });
  expect(await write({ policy: rule, other: 1 })).to.eql({
    status: 403,
    body: { errors: ["1 error occurred:\n\t* permission denied\n\n"] },
  });
  expect((await lone.ask("GET", "sys/policies/acl/p2")).status).to.equal(404);
  expect((await write({ policy: rule })).status).to.equal(204);
});

test("the policy default lets every token look up, renew and revoke itself", async () => {
  const lone = await loneEngine();
  const { body } = await lone.ask("POST", "auth/token/create", { policies: ["default"], ttl: "1h" });
  const token = String((body?.auth as JsonObject | undefined)?.client_token);
  const ask = async (method: string, path: string, fields?: JsonObject) =>
    (await lone.ask(method, path, fields, { token })).status;
  expect(await ask("GET", "auth/token/lookup-self")).to.equal(200);
  expect(await ask("POST", "auth/token/renew-self")).to.equal(200);
  expect(await ask("POST", "sys/capabilities-self", { paths: ["a"] })).to.equal(200);
  expect(await ask("GET", "sys/internal/ui/resultant-acl")).to.equal(200);
  expect(await ask("PUT", "sys/leases/lookup", { lease_id: "none" })).to.equal(400);
  expect(await ask("PUT", "sys/wrapping/unwrap", { token: "none" })).to.equal(400);
  expect(await ask("GET", "sys/policies/acl/default")).to.equal(403);
  expect(await ask("POST", "auth/token/revoke-self")).to.equal(204);
});
