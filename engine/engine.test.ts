import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "./api/json.ts";
import { loneEngine, tokenIn } from "./engine.suite.ts";
import { storeWithoutLateValues } from "./ports/late-values.suite.ts";

for (const [claim, [method, path, body, token], status, errors] of [
  ["malformed JSON without a token", ["POST", "nomount/x", "{", ""], 400, ["error parsing JSON"]],
  ["a JSON array as the body", ["POST", "kv/x", "[]", "root"], 400, ["error parsing JSON"]],
  ["a request without a token", ["GET", "kv/x", undefined, ""], 403, ["permission denied"]],
  ["an unknown mount without a token", ["GET", "nomount/x", undefined, ""], 403, ["permission denied"]],
  ["an invalid token", ["GET", "kv/x", undefined, "hvs.x"], 403, ["permission denied"]],
  [
    "an unknown mount",
    ["GET", "nomount/x", undefined, "root"],
    404,
    ['no handler for route "nomount/x". route entry not found.'],
  ],
  [
    "an unknown path below a mount",
    ["GET", "sys/nope", undefined, "root"],
    404,
    ["1 error occurred:\n\t* unsupported path\n\n"],
  ],
  [
    "an unsupported method",
    ["DELETE", "sys/leases/lookup", undefined, "root"],
    405,
    ["1 error occurred:\n\t* unsupported operation\n\n"],
  ],
  ["a missing secret", ["GET", "kv/none", undefined, "root"], 404, []],
  ["an empty list", ["LIST", "kv/none", undefined, "root"], 404, []],
  ["a write to a folder", ["POST", "kv/x/", { a: 1 }, "root"], 400, ["cannot write to a path ending in '/'"]],
  ["an unknown HTTP method", ["FOO", "kv/x", undefined, "root"], 405, []],
  ["a relative path", ["GET", "kv/../sys/mounts", undefined, "root"], 400, ["relative paths not supported"]],
  [
    "invalid percent-encoding",
    ["GET", "kv/%ff", undefined, "root"],
    400,
    ["the path is not valid percent-encoded UTF-8"],
  ],
  ["an empty secret", ["POST", "kv/x", {}, "root"], 400, ["missing data fields"]],
  ["a mount path in use", ["POST", "sys/mounts/kv", { type: "kv" }, "root"], 400, ["path is already in use at kv/"]],
  [
    "a mount path below another",
    ["POST", "sys/mounts/kv/deeper", { type: "kv" }, "root"],
    400,
    ["path is already in use at kv/"],
  ],
  ["a reserved mount path", ["POST", "sys/mounts/sys", { type: "kv" }, "root"], 400, ['cannot mount "sys/"']],
  [
    "a default lease TTL above the maximum",
    ["POST", "sys/mounts/x", { type: "kv", config: { default_lease_ttl: "2h", max_lease_ttl: "1h" } }, "root"],
    400,
    ["given default lease TTL greater than given max lease TTL"],
  ],
  [
    "an invalid duration",
    ["POST", "auth/token/create", { ttl: "soon" }, "root"],
    400,
    ['time: invalid duration "soon"'],
  ],
  ["a negative duration", ["POST", "auth/token/create", { ttl: "-5" }, "root"], 400, ["ttl must be positive"]],
  [
    "an unknown kv version",
    ["POST", "sys/mounts/v3", { type: "kv", options: { version: "3" } }, "root"],
    400,
    ['nil backend of type "kv" returned from factory'],
  ],
  [
    "an unknown token type",
    ["POST", "auth/token/create", { type: "bogus" }, "root"],
    400,
    ["invalid 'token_type' value"],
  ],
  [
    "tuning a missing mount",
    ["POST", "sys/mounts/none/tune", { description: "x" }, "root"],
    400,
    ['tune of path "none/" failed: no mount entry found'],
  ],
  ["an unknown lease", ["POST", "sys/leases/lookup", { lease_id: "x" }, "root"], 400, ["invalid lease"]],
] as const) {
  test(`${claim} is answered with ${status}`, async () => {
    const { ask } = await loneEngine();
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    const reply = await ask(method, path, body as JsonObject | string | undefined, { token });
    expect(reply.status).to.equal(status);
    expect(reply.body).to.deep.equal({ errors });
  });
}

test("a valid token without permission receives the multi-error text, unlike an invalid token", async () => {
  const { ask } = await loneEngine();
  const { body } = await ask("POST", "auth/token/create", { policies: ["default"] });
  const token = tokenIn(body);
  expect((await ask("GET", "sys/mounts", undefined, { token })).body).to.deep.equal({
    errors: ["1 error occurred:\n\t* permission denied\n\n"],
  });
  expect((await ask("GET", "no/mount", undefined, { token })).status).to.equal(403);
});

test("unknown fields cause a warning only in a response with a body", async () => {
  const { ask } = await loneEngine();
  expect(await ask("POST", "sys/mounts/kv", { type: "kv", colour: "red" })).to.deep.equal({
    status: 204,
    body: undefined,
  });
  const { body } = await ask("POST", "auth/token/create", { b: 1, a: 2 });
  expect(body?.warnings).to.deep.equal(["Endpoint ignored these unrecognized parameters: [a b]"]);
});

test("an expired token and its child tokens are refused", async () => {
  const { ask, clock } = await loneEngine();
  const create = async (token: string, body: JsonObject) => {
    const reply = await ask("POST", "auth/token/create", body, { token });
    return tokenIn(reply.body);
  };
  await ask("POST", "sys/policies/acl/maker", { policy: 'path "auth/token/create" { capabilities = ["update"] }' });
  const parent = await create("root", { ttl: "10m", policies: ["maker"] });
  const child = await create(parent, { ttl: "1h" });
  await clock.pass(599);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token: child })).status).to.equal(200);
  await clock.pass(2);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token: parent })).status).to.equal(403);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token: child })).status).to.equal(403);
});

test("a token with two uses is accepted twice, also under concurrent requests", async () => {
  const { ask } = await loneEngine();
  const { body } = await ask("POST", "auth/token/create", { num_uses: 2 });
  const token = tokenIn(body);
  const replies = await Promise.all([1, 2, 3].map(() => ask("GET", "auth/token/lookup-self", undefined, { token })));
  expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 200, 403]);
});

test("a bearer token is equivalent to the token header", async () => {
  const { engine } = await loneEngine();
  const request = { method: "GET", target: "/v1/auth/token/lookup-self", body: "", remoteAddress: "127.0.0.1" };
  expect((await engine.handle({ ...request, headers: { authorization: "Bearer root" } })).status).to.equal(200);
  expect((await engine.handle({ ...request, headers: { authorization: "Bearer roo" } })).status).to.equal(403);
});

test("a new engine over the same store restores mounts, secrets, tokens and their expiry", async () => {
  const first = await loneEngine();
  await first.ask("POST", "sys/mounts/kv", { type: "kv" });
  await first.ask("POST", "kv/sky", { value: "blue" });
  const { body } = await first.ask("POST", "auth/token/create", { ttl: "10m", policies: ["root"] });
  const token = tokenIn(body);
  await first.engine.stop();
  const second = await loneEngine(first.store);
  expect((await second.ask("GET", "kv/sky", undefined, { token })).body?.data).to.deep.equal({ value: "blue" });
  await second.clock.pass(601);
  expect((await second.ask("GET", "kv/sky", undefined, { token })).status).to.equal(403);
});

test("disabling a mount deletes its data", async () => {
  const { ask, store } = await loneEngine();
  await ask("POST", "sys/mounts/kv", { type: "kv" });
  await ask("POST", "kv/sky", { value: "blue" });
  await ask("DELETE", "sys/mounts/kv");
  const left = await store.range({ prefix: "shared/mount/" });
  expect(left).to.deep.equal([]);
});

test("a response has the complete envelope", async () => {
  const { ask } = await loneEngine();
  await ask("POST", "sys/mounts/kv", { type: "kv" });
  await ask("POST", "kv/sky", { value: "blue" });
  const { body } = await ask("GET", "kv/sky");
  const { request_id, ...rest } = body ?? {};
  expect(request_id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(rest).to.deep.equal({
    lease_id: "",
    renewable: false,
    lease_duration: 2_764_800,
    data: { value: "blue" },
    wrap_info: null,
    warnings: null,
    auth: null,
  });
});

test("an internal error is reported without its text", async () => {
  const store = storeWithoutLateValues();
  const { ask, engine } = await loneEngine(store);
  await ask("POST", "sys/mounts/kv", { type: "kv" });
  await ask("POST", "kv/sky", { value: "blue" });
  store.read = () => Promise.reject(new Error("hvs.secret"));
  const reply = await engine.handle({
    method: "GET",
    target: "/v1/kv/sky",
    headers: { "x-vault-token": "root" },
    body: "",
    remoteAddress: "",
  });
  expect(reply.status).to.equal(500);
  expect(reply.body).not.to.contain("hvs.secret");
});

test("a response is wrapped if the client requests it", async () => {
  const { ask, engine } = await loneEngine();
  await ask("POST", "sys/mounts/kv", { type: "kv" });
  await ask("POST", "kv/sky", { value: "blue" });
  const request = { method: "GET", target: "/v1/kv/sky", body: "", remoteAddress: "" };
  const reply = await engine.handle({ ...request, headers: { "x-vault-token": "root", "x-vault-wrap-ttl": "60s" } });
  expect(reply.status).to.equal(200);
  expect(reply.body).not.to.contain("blue");
  expect(reply.body).to.contain('"wrap_info":{"token":"');
});

test("a wrapped response that is never unwrapped is deleted at its expiry, also by the next engine", async () => {
  const first = await loneEngine();
  await first.ask("POST", "sys/replication/performance/primary/enable", {});
  await first.ask("POST", "sys/replication/performance/primary/secondary-token", { id: "lima", ttl: "5m" });
  await first.ask("POST", "sys/replication/performance/primary/secondary-token", { id: "kyoto", ttl: "10m" });
  const wrapped = async () => (await first.store.range({ prefix: "local/core/wrapped/" })).length;
  expect(await wrapped()).to.equal(2);
  await first.clock.pass(301);
  expect(await wrapped()).to.equal(1);
  await first.engine.stop();
  const second = await loneEngine(first.store);
  await second.clock.pass(601);
  expect(await wrapped()).to.equal(0);
});
