import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { tokenFixture } from "./token-fixture.suite.ts";

async function family() {
  const fixture = await tokenFixture();
  await fixture.may("maker", "auth/token/create", ["update"]);
  const parent = await fixture.create({ policies: ["maker"] });
  const child = await fixture.create({}, parent.client_token);
  const grandchild = await fixture.create({}, child.client_token);
  const alive = () => Promise.all([parent, child, grandchild].map(({ client_token }) => fixture.holds(client_token)));
  return { ...fixture, parent, child, grandchild, alive };
}

for (const [claim, path, bodyOf] of [
  ["text", "revoke", ({ client_token: token }: JsonObject) => ({ token })],
  ["accessor", "revoke-accessor", ({ accessor }: JsonObject) => ({ accessor })],
] as const) {
  test(`3.4: revoking a token by its ${claim} revokes its descendants and leaves no data, and may be repeated`, async () => {
    const { ask, parent, alive, store } = await family();
    expect(await alive()).to.deep.equal([true, true, true]);
    const { status, body } = await ask("POST", `auth/token/${path}`, bodyOf(parent) as JsonObject);
    expect([status, body]).to.deep.equal([204, undefined]);
    expect(await alive()).to.deep.equal([false, false, false]);
    const names = (await store.range({ prefix: "local/core/token" })).map(([key]) => key.split("/")[2]);
    expect(names).to.deep.equal(["token"]);
    expect((await ask("POST", `auth/token/${path}`, bodyOf(parent) as JsonObject)).status).to.equal(
      path === "revoke" ? 204 : 200,
    );
  });
}

test("3.4: revoke-self revokes the caller's token, and is refused when repeated", async () => {
  const { ask, child, alive } = await family();
  const token = child.client_token;
  expect((await ask("POST", "auth/token/revoke-self", {}, { token })).status).to.equal(204);
  expect(await alive()).to.deep.equal([true, false, false]);
  expect((await ask("POST", "auth/token/revoke-self", {}, { token })).status).to.equal(403);
});

test("revoke-orphan keeps the children as orphans, which can be revoked separately", async () => {
  const { ask, parent, child, alive, lookUp, store } = await family();
  expect((await ask("POST", "auth/token/revoke-orphan", { token: parent.client_token })).status).to.equal(204);
  expect(await alive()).to.deep.equal([false, true, true]);
  expect(await lookUp(child.client_token)).to.deep.include({ orphan: true });
  expect((await store.range({ prefix: "local/core/token-child/" })).length).to.equal(1);
  await ask("POST", "auth/token/revoke", { token: child.client_token });
  expect(await alive()).to.deep.equal([false, false, false]);
});

test("revoke-orphan needs sudo", async () => {
  const { ask, may, create, parent } = await family();
  await may("revoker", "auth/token/revoke-orphan", ["update"]);
  const { client_token: token } = await create({ policies: ["revoker"] });
  const { status } = await ask("POST", "auth/token/revoke-orphan", { token: parent.client_token }, { token });
  expect(status).to.equal(403);
});

test("3.4: revoking an unknown token responds as each endpoint of the reference does", async () => {
  const { ask } = await tokenFixture();
  const call = async (path: string, body: JsonObject) => {
    const reply = await ask("POST", `auth/token/${path}`, body);
    return [reply.status, reply.body?.errors ?? reply.body?.warnings];
  };
  expect(await call("revoke", {})).to.deep.equal([400, ["missing token ID"]]);
  expect(await call("revoke", { token: "hvs.x" })).to.deep.equal([204, undefined]);
  expect(await call("revoke-accessor", { accessor: "x" })).to.deep.equal([200, ["No token found with this accessor"]]);
  expect(await call("revoke-accessor", {})).to.deep.equal([400, ["1 error occurred:\n\t* missing accessor\n\n"]]);
  expect(await call("revoke-orphan", {})).to.deep.equal([400, ["missing token ID"]]);
  expect(await call("revoke-orphan", { token: "hvs.x" })).to.deep.equal([400, ["token to revoke not found"]]);
});

test("a child token ends with its parent, even if its own TTL is longer", async () => {
  const { clock, create, may, holds } = await tokenFixture();
  await may("maker", "auth/token/create", ["update"]);
  const parent = await create({ policies: ["maker"], ttl: "1h" });
  const child = await create({ ttl: "2h" }, parent.client_token);
  await clock.pass(3599);
  expect(await holds(child.client_token)).to.equal(true);
  await clock.pass(2);
  expect(await holds(child.client_token)).to.equal(false);
});

test("the cubbyhole of a token is removed with it", async () => {
  const { ask, create, store } = await tokenFixture();
  const { client_token: token } = await create({ policies: ["default"] });
  expect((await ask("POST", "cubbyhole/mine", { word: "xyzzy" }, { token })).status).to.equal(204);
  const cubbyholeKeys = async () =>
    (await store.range({ prefix: "" })).filter(([key]) => key.includes("/secret/")).length;
  expect(await cubbyholeKeys()).to.equal(1);
  await ask("POST", "auth/token/revoke", { token });
  expect(await cubbyholeKeys()).to.equal(0);
});
