import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { tokenFixture } from "./token-fixture.suite.ts";

async function withTeam() {
  const fixture = await tokenFixture();
  await fixture.ask("POST", "sys/namespaces/team");
  await fixture.ask("POST", "sys/namespaces/other");
  await fixture.ask("POST", "team/sys/policies/acl/all", {
    policy: 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "sudo"] }',
  });
  const member = await fixture.create({ policies: ["all"] }, "root", "team/auth/token/create");
  return { ...fixture, member };
}

test("a token created in a namespace belongs to it and has policies of that namespace", async () => {
  const { ask, member, create } = await withTeam();
  expect(member).to.deep.include({ policies: ["all", "default"], orphan: false });
  expect(member.accessor).to.match(/^[A-Za-z0-9]{24}\.[A-Za-z0-9]{5}$/);
  const { body } = await ask("GET", "team/auth/token/lookup-self", undefined, { token: member.client_token });
  expect(body?.data).to.deep.include({ namespace_path: "team/", path: "auth/token/create" });
  expect(await create({}, "root", "team/auth/token/create")).to.deep.include({ policies: ["default"] });
  const { status, body: refusal } = await ask("POST", "team/auth/token/create", { policies: ["root"] });
  expect([status, refusal?.errors]).to.deep.equal([400, ["root tokens may only be created in the root namespace"]]);
});

test("a custom id is extended by the namespace id, so that each namespace can have the same one", async () => {
  const { ask, create } = await withTeam();
  const texts: string[] = [];
  for (const path of ["auth/token/create", "team/auth/token/create", "other/auth/token/create"]) {
    const { client_token: text, accessor } = await create({ id: "mine" }, "root", path);
    texts.push(text);
    const base = path.replace("create", "");
    const { body } = await ask("GET", `${base}lookup-self`, undefined, { token: text });
    expect(body?.data).to.deep.include({ id: text, accessor });
    expect(accessor.slice(24)).to.equal(text.slice("mine".length));
    const again = await ask("POST", path, { id: "mine" });
    expect(again.body?.errors).to.deep.equal(["cannot create a token with a duplicate ID"]);
  }
  expect(texts[0]).to.equal("mine");
  for (const text of texts.slice(1)) expect(text).to.match(/^mine\.\w{5}$/);
  expect(new Set(texts).size).to.equal(3);
});

test("a token is refused outside its namespace", async () => {
  const { ask, member } = await withTeam();
  for (const path of ["auth/token/lookup-self", "other/auth/token/lookup-self", "sys/mounts"]) {
    expect((await ask("GET", path, undefined, { token: member.client_token })).status).to.equal(403);
  }
});

test("a namespace can neither see, change nor list tokens above or beside it", async () => {
  const { ask, create, holds, member } = await withTeam();
  const token = member.client_token;
  for (const path of ["auth/token/create", "other/auth/token/create"]) {
    const foreign = await create({ policies: ["default"] }, "root", path);
    const call = async (action: string, body: JsonObject) => {
      const reply = await ask("POST", `team/auth/token/${action}`, body, { token });
      return [reply.status, reply.body?.errors ?? reply.body?.warnings];
    };
    const [byText, byAccessor] = [{ token: foreign.client_token }, { accessor: foreign.accessor }];
    expect(await call("lookup", byText)).to.deep.equal([403, ["bad token"]]);
    expect(await call("lookup-accessor", byAccessor)).to.deep.equal([
      400,
      ["1 error occurred:\n\t* invalid accessor\n\n"],
    ]);
    expect(await call("renew", byText)).to.deep.equal([400, ["token not found"]]);
    expect(await call("revoke", byText)).to.deep.equal([204, undefined]);
    expect(await call("revoke-orphan", byText)).to.deep.equal([400, ["token to revoke not found"]]);
    expect(await call("revoke-accessor", byAccessor)).to.deep.equal([200, ["No token found with this accessor"]]);
    expect(await holds(foreign.client_token)).to.equal(true);
  }
  const { body } = await ask("LIST", "team/auth/token/accessors", undefined, { token });
  expect(body?.data).to.deep.equal({ keys: [member.accessor] });
});

test("a parent namespace can look up and revoke a token", async () => {
  const { ask, member, lookUp, holds } = await withTeam();
  expect(await lookUp(member.client_token)).to.deep.include({ namespace_path: "team/" });
  expect((await ask("POST", "auth/token/revoke-accessor", { accessor: member.accessor })).status).to.equal(204);
  expect(await holds(member.client_token)).to.equal(false);
});

test("each namespace has its own token roles", async () => {
  const { ask } = await withTeam();
  await ask("POST", "team/auth/token/roles/ci", { orphan: true });
  expect((await ask("GET", "auth/token/roles/ci")).status).to.equal(404);
  expect((await ask("POST", "other/auth/token/create/ci")).body?.errors).to.deep.equal(["unknown role ci"]);
  expect((await ask("POST", "team/auth/token/create/ci")).body?.auth).to.deep.include({ orphan: true });
});
