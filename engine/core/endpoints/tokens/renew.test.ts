import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { tokenFixture } from "./token-fixture.suite.ts";

test("3.4: a token is renewed by the increment, or by its creation TTL, through each endpoint", async () => {
  const { ask, clock, create } = await tokenFixture();
  const { client_token: token, accessor } = await create({ policies: ["default"], ttl: "1h" });
  const renew = async (path: string, body: JsonObject, caller = "root") => {
    const reply = await ask("PUT", `auth/token/${path}`, body, { token: caller });
    return reply.body?.auth as JsonObject;
  };
  await clock.pass(60);
  expect((await renew("renew-self", { increment: "90m" }, token)).lease_duration).to.equal(5400);
  expect((await renew("renew", { token })).lease_duration).to.equal(3600);
  const auth = await renew("renew-accessor", { accessor, increment: 120 });
  expect([auth.lease_duration, auth.client_token, auth.accessor]).to.deep.equal([120, "", accessor]);
  await clock.pass(121);
  expect((await ask("POST", "auth/token/lookup", { token })).status).to.equal(403);
});

test("a renewal persists across a restart, and the token does not expire at its old expiration", async () => {
  const { store, clock, ask, create, engine } = await tokenFixture();
  const { client_token: token } = await create({ policies: ["default"], ttl: "1h" });
  await ask("POST", "auth/token/renew", { token, increment: "2h" });
  await engine.stop();
  const second = await tokenFixture(store);
  await second.clock.pass(3700);
  expect(await second.holds(token)).to.equal(true);
  await second.clock.pass(3600);
  expect(await second.holds(token)).to.equal(false);
  expect((await store.range({ prefix: "local/core/token-expiry/" })).length).to.equal(0);
  void clock;
});

test("explicit_max_ttl limits renewals, and has precedence over a period", async () => {
  const { ask, clock, create } = await tokenFixture();
  const { client_token: token, lease_duration } = await create({
    policies: ["default"],
    period: "1h",
    explicit_max_ttl: "90m",
  });
  expect(lease_duration).to.equal(3600);
  await clock.pass(3000);
  const { body } = await ask("POST", "auth/token/renew", { token });
  expect(body?.auth).to.deep.include({ lease_duration: 2400 });
  expect(body?.warnings).to.deep.equal([
    'TTL of "1h" exceeded the effective max_ttl of "40m"; TTL value is capped accordingly',
  ]);
});

test("a periodic token is renewed by its period without limit, whatever the increment, up to the mount's maximum TTL each time", async () => {
  const { ask, clock, create } = await tokenFixture();
  const { client_token: token } = await create({ policies: ["default"], period: "768h" });
  for (let times = 0; times < 3; times += 1) {
    await clock.pass(2_000_000);
    const { body } = await ask("POST", "auth/token/renew", { token, increment: "10s" });
    expect(body?.auth).to.deep.include({ lease_duration: 2_764_800 });
  }
  const { lease_duration } = await create({ policies: ["default"], period: "9999h" });
  expect(lease_duration).to.equal(2_764_800);
});

test("a token of a role is renewed by the current period of the role, and cannot be renewed after the role is deleted", async () => {
  const { ask, create } = await tokenFixture();
  await ask("POST", "auth/token/roles/steady", { token_period: "30m" });
  const { client_token: token } = await create({ policies: ["default"] }, "root", "auth/token/create/steady");
  await ask("POST", "auth/token/roles/steady", { token_period: "20m" });
  const { body } = await ask("POST", "auth/token/renew", { token });
  expect(body?.auth).to.deep.include({ lease_duration: 1200 });
  await ask("DELETE", "auth/token/roles/steady");
  const refused = await ask("POST", "auth/token/renew", { token });
  expect([refused.status, refused.body?.errors]).to.deep.equal([
    500,
    ['1 error occurred:\n\t* failed to renew entry: original token role "steady" could not be found, not renewing\n\n'],
  ]);
});

for (const [claim, made, errors] of [
  ["a root token", {}, "lease is not renewable"],
  ["a token created as not renewable", { policies: ["default"], renewable: false }, "lease is not renewable"],
  ["a batch token", { policies: ["default"], type: "batch" }, "batch tokens cannot be renewed"],
] as const) {
  test(`3.4: ${claim} cannot be renewed`, async () => {
    const { ask, create } = await tokenFixture();
    const { client_token: token } = await create(made as unknown as JsonObject);
    const { status, body } = await ask("POST", "auth/token/renew", { token });
    expect([status, body?.errors]).to.deep.equal([400, [errors]]);
  });
}

test("3.4: renewing an unknown token is refused, with the error text of each endpoint", async () => {
  const { ask } = await tokenFixture();
  const refusal = async (path: string, body: JsonObject) =>
    (await ask("POST", `auth/token/${path}`, body)).body?.errors;
  expect(await refusal("renew", {})).to.deep.equal(["missing token ID"]);
  expect(await refusal("renew", { token: "hvs.x" })).to.deep.equal(["token not found"]);
  expect(await refusal("renew-accessor", {})).to.deep.equal(["1 error occurred:\n\t* missing accessor\n\n"]);
  expect(await refusal("renew-accessor", { accessor: "x" })).to.deep.equal([
    "1 error occurred:\n\t* invalid accessor\n\n",
  ]);
});
