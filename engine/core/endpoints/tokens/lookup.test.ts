import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { loneEngine } from "../../../engine.suite.ts";
import { tokenFixture } from "./token-fixture.suite.ts";

test("3.4: lookups return the documented members of a token and no others", async () => {
  const { ask, create, may } = await tokenFixture();
  await may("self", "auth/token/lookup-self", ["read", "update"]);
  const { client_token: token, accessor } = await create({ policies: ["self"], ttl: "1h", meta: { team: "a" } });
  const expected = {
    accessor,
    creation_time: 1_767_225_600,
    creation_ttl: 3600,
    display_name: "token",
    entity_id: "",
    expire_time: "2026-01-01T01:00:00.000000000Z",
    explicit_max_ttl: 0,
    id: token,
    issue_time: "2026-01-01T00:00:00.000000000Z",
    meta: { team: "a" },
    num_uses: 0,
    orphan: false,
    path: "auth/token/create",
    policies: ["default", "self"],
    renewable: true,
    ttl: 3600,
    type: "service",
  };
  for (const [method, path, body, caller] of [
    ["GET", "auth/token/lookup-self", undefined, token],
    ["POST", "auth/token/lookup-self", undefined, token],
    ["GET", `auth/token/lookup?token=${token}`, undefined, "root"],
    ["POST", "auth/token/lookup", { token }, "root"],
  ] as const) {
    expect((await ask(method, path, body, { token: caller })).body?.data).to.deep.equal(expected);
  }
  const byAccessor = await ask("POST", "auth/token/lookup-accessor", { accessor });
  expect(byAccessor.body?.data).to.deep.equal({ ...expected, id: "" });
  expect((await ask("POST", "auth/token/lookup")).body?.data).to.deep.include({ id: "root" });
});

test("3.4: optional members of a token are returned only if they are set", async () => {
  const { ask, clock, create } = await tokenFixture();
  await ask("POST", "auth/token/roles/steady", {
    token_period: "30m",
    token_bound_cidrs: "127.0.0.0/8",
    path_suffix: "ci-run",
  });
  const { client_token: token } = await create({ policies: ["default"] }, "root", "auth/token/create/steady");
  await clock.pass(60);
  await ask("POST", "auth/token/renew-self", {}, { token });
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).body?.data).to.deep.include({
    bound_cidrs: ["127.0.0.0/8"],
    last_renewal: "2026-01-01T00:01:00.000000000Z",
    last_renewal_time: 1_767_225_660,
    path: "auth/token/create/steady/ci-run",
    period: 1800,
    role: "steady",
    ttl: 1800,
  });
});

test("1: a root token of an initialization has no issue time, a root token of the start has one", async () => {
  const { ask } = await tokenFixture();
  const { body } = await ask("GET", "auth/token/lookup-self");
  expect(body?.data).to.deep.include({
    display_name: "token",
    expire_time: null,
    path: "auth/token/create",
    policies: ["root"],
    renewable: false,
    ttl: 0,
  });
  const lone = await loneEngine(undefined, {}, { sealed: true });
  const init = await lone.ask("PUT", "sys/init", { secret_shares: 1, secret_threshold: 1 }, { token: "" });
  const [key = ""] = (init.body as { keys: string[] }).keys;
  await lone.ask("PUT", "sys/unseal", { key }, { token: "" });
  const expected = await lone.ask("GET", "auth/token/lookup-self", undefined, { token: String(init.body?.root_token) });
  expect(expected.body?.data).to.deep.include({ path: "auth/token/root", display_name: "root", policies: ["root"] });
  expect(expected.body?.data).to.not.have.any.keys("renewable", "issue_time");
});

test("3.4: after its last use, a token shows num_uses -1, and the next request is refused", async () => {
  const { ask, create } = await tokenFixture();
  const { client_token: token, num_uses } = await create({ policies: ["default"], num_uses: 2 });
  const uses = async () => (await ask("GET", "auth/token/lookup-self", undefined, { token })).body?.data as JsonObject;
  expect([num_uses, (await uses()).num_uses, (await uses()).num_uses]).to.deep.equal([2, 1, -1]);
  const { status, body } = await ask("GET", "auth/token/lookup-self", undefined, { token });
  expect([status, body]).to.deep.equal([403, { errors: ["permission denied"] }]);
});

for (const [method, path, body, status, errors] of [
  ["POST", "auth/token/lookup", { token: "hvs.unknown" }, 403, ["bad token"]],
  ["GET", "auth/token/lookup?token=hvb.unknown", undefined, 403, ["bad token"]],
  ["POST", "auth/token/lookup-accessor", { accessor: "x" }, 400, ["1 error occurred:\n\t* invalid accessor\n\n"]],
  ["POST", "auth/token/lookup-accessor", {}, 400, ["1 error occurred:\n\t* missing accessor\n\n"]],
  ["GET", "auth/token/lookup/root", undefined, 404, ["1 error occurred:\n\t* unsupported path\n\n"]],
] as const) {
  test(`3.4: ${method} ${path} of an unknown token: ${status} ${errors}`, async () => {
    const { ask } = await tokenFixture();
    const reply = await ask(method, path, body as JsonObject | undefined);
    expect([reply.status, reply.body]).to.deep.equal([status, { errors }]);
  });
}

test("a list of accessors needs sudo", async () => {
  const { ask, create } = await tokenFixture();
  const { accessor } = await create({ policies: ["default"] });
  const { body } = await ask("LIST", "auth/token/accessors");
  const { keys } = (body as { data: { keys: string[] } }).data;
  expect(keys).to.include(accessor).and.have.length(2);
  await ask("POST", "sys/policies/acl/lister", { policy: 'path "auth/token/accessors/" { capabilities = ["list"] }' });
  const { client_token: token } = await create({ policies: ["lister"] });
  expect((await ask("LIST", "auth/token/accessors", undefined, { token })).status).to.equal(403);
});
