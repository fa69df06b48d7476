import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { identityFixture } from "../identity.suite.ts";
import type { Entity } from "../records/entity.ts";
import type { Records } from "../records/records.ts";
import { readPowers } from "./powers.ts";

async function fixture() {
  const base = await identityFixture();
  await base.ask("PUT", "sys/policies/acl/look", { policy: 'path "sys/mounts" { capabilities = ["read"] }' });
  const { token, entity } = await base.logIn("ada");
  const looks = async () => (await base.ask("GET", "sys/mounts", undefined, { token })).status === 200;
  return { ...base, token, ada: entity, looks };
}

test("policies of an entity apply to its tokens at once, and stop applying when they are removed", async () => {
  const { call, ada, looks } = await fixture();
  expect(await looks()).to.equal(false);
  await call("POST", `identity/entity/id/${ada}`, { policies: ["LOOK"] });
  expect(await looks()).to.equal(true);
  await call("POST", `identity/entity/id/${ada}`, { policies: [] });
  expect(await looks()).to.equal(false);
});

test("identity never grants the root policy, even if it is stored", async () => {
  const records = { groupsAround: async () => [], aliasesOf: async () => [] } as unknown as Records;
  const entity = { id: "a", name: "a", policies: ["root", " ROOT ", "b"], metadata: null } as unknown as Entity;
  expect((await readPowers(records, entity, "1")).policies).to.deep.equal(["b"]);
});

test("policies of groups apply to the members of member groups, as long as they are members", async () => {
  const { call, group, ada, looks } = await fixture();
  const inner = await group({ member_entity_ids: [ada] });
  const outer = await group({ member_group_ids: [inner] });
  const outermost = await group({ member_group_ids: [outer], policies: ["look"] });
  expect(await looks()).to.equal(true);
  await call("POST", `identity/group/id/${outer}`, { member_group_ids: [] });
  expect(await looks()).to.equal(false);
  await call("POST", `identity/group/id/${outermost}`, { member_entity_ids: [ada] });
  expect(await looks()).to.equal(true);
  await call("DELETE", `identity/group/id/${outermost}`);
  expect(await looks()).to.equal(false);
});

test("groups may share members", async () => {
  const { group, ada, looks } = await fixture();
  const inner = await group({ member_entity_ids: [ada] });
  const [left, right] = [await group({ member_group_ids: [inner] }), await group({ member_group_ids: [inner] })];
  await group({ member_group_ids: [left, right, inner], policies: ["look"] });
  expect(await looks()).to.equal(true);
});

test("policies can contain templates for the caller's identity", async () => {
  const { ask, call, token, ada, group, accessor } = await fixture();
  const ops = await group({ name: "ops", member_entity_ids: [ada], metadata: { floor: "3" } });
  const paths = [
    "id/{{identity.entity.id}}",
    "name/{{identity.entity.name}}",
    "team/{{identity.entity.metadata.team}}",
    `alias/{{identity.entity.aliases.${accessor}.name}}`,
    `group/{{identity.groups.ids.${ops}.name}}`,
    "floor/{{identity.groups.names.ops.metadata.floor}}",
  ];
  const policy = paths.map((path) => `path "sys/internal/${path}" { capabilities = ["read"] }`).join("\n");
  await ask("PUT", "sys/policies/acl/own", { policy });
  await call("POST", `identity/entity/id/${ada}`, { policies: ["own"], name: "Ada", metadata: { team: "t1" } });
  const may = async (path: string) => {
    const { capabilities } = await call("POST", "sys/capabilities", { token, path: `sys/internal/${path}` });
    return JSON.stringify(capabilities) === '["read"]';
  };
  for (const path of [`id/${ada}`, "name/Ada", "team/t1", "alias/ada", "group/ops", "floor/3"]) {
    expect(await may(path), path).to.equal(true);
  }
  for (const path of ["id/other", "name/ada", "team/t2"]) expect(await may(path), path).to.equal(false);
  await call("POST", `identity/entity/id/${ada}`, { metadata: { team: "t2" } });
  expect([await may("team/t1"), await may("team/t2")]).to.deep.equal([false, true]);
  await call("POST", `identity/group/id/${ops}`, { metadata: { floor: "4" } });
  expect([await may("floor/3"), await may("floor/4")]).to.deep.equal([false, true]);
});

test("the default policy permits a client to read its own entity, but no other", async () => {
  const { ask, entity, token, ada } = await fixture();
  const bob = await entity({ name: "bob" });
  const read = async (path: string) => (await ask("GET", `identity/entity/${path}`, undefined, { token })).status;
  expect(await read(`id/${ada}`)).to.equal(200);
  expect(await read(`id/${bob}`)).to.equal(403);
  expect(await read("name/bob")).to.equal(403);
});

test("identities of one namespace do not exist in another", async () => {
  const { ask, call, entity, group, accessor } = await fixture();
  const [ada, ops] = [await entity({ name: "ada" }), await group({ name: "ops" })];
  await ask("POST", "sys/namespaces/team", {});
  const within = (method: string, path: string, body?: JsonObject) =>
    ask(method, path, body, { headers: { "x-vault-namespace": "team" } });
  for (const path of [`identity/entity/id/${ada}`, "identity/entity/name/ada", `identity/group/id/${ops}`]) {
    expect((await within("GET", path)).status, path).to.equal(404);
  }
  const alias = await within("POST", "identity/entity-alias", { name: "x", mount_accessor: accessor });
  expect(alias.body?.errors).to.deep.equal([`invalid mount accessor "${accessor}"`]);
  const made = (await within("POST", "identity/entity", { name: "ada" })).body?.data as JsonObject;
  expect(made.id).not.to.equal(ada);
  expect((await ask("GET", `identity/entity/id/${made.id}`)).status).to.equal(404);
  const read = (await within("GET", "identity/entity/name/ada")).body?.data as JsonObject;
  expect(read.namespace_id).not.to.equal("root");
  expect((await call("GET", "identity/entity/name/ada")).id).to.equal(ada);
});
