import { test } from "node:test";
import { expect } from "chai";
import { identityFixture } from "../../identity/identity.suite.ts";

test("a group is created, read, updated and deleted", async () => {
  const { ask, call, entity, group } = await identityFixture();
  const ada = await entity();
  const inner = await group({ name: "inner" });
  const made = await call("POST", "identity/group", {
    name: "Ops",
    policies: "B,a",
    metadata: { site: "x" },
    member_entity_ids: [ada],
    member_group_ids: [inner],
  });
  expect(made).to.deep.equal({ id: made.id, name: "Ops" });
  const { creation_time, last_update_time, ...rest } = await call("GET", `identity/group/id/${made.id}`);
  expect(rest).to.deep.equal({
    alias: {},
    id: made.id,
    member_entity_ids: [ada],
    member_group_ids: [inner],
    metadata: { site: "x" },
    modify_index: 1,
    name: "Ops",
    namespace_id: "root",
    parent_group_ids: null,
    policies: ["a", "b"],
    type: "internal",
  });
  expect(last_update_time).to.equal(creation_time);
  expect(await call("GET", `identity/group/id/${inner}`)).to.deep.include({
    member_entity_ids: null,
    member_group_ids: null,
    metadata: null,
    parent_group_ids: [made.id],
    policies: null,
  });
  expect((await ask("POST", `identity/group/id/${made.id}`, { member_entity_ids: [] })).status).to.equal(204);
  expect(await call("GET", "identity/group/name/ops")).to.deep.include({
    member_entity_ids: null,
    member_group_ids: [inner],
    modify_index: 2,
  });
  expect((await ask("DELETE", "identity/group/name/Ops")).status).to.equal(204);
  expect(await ask("GET", `identity/group/id/${made.id}`)).to.deep.equal({ status: 404, body: { errors: [] } });
  expect((await call("GET", `identity/group/id/${inner}`)).parent_group_ids).to.equal(null);
});

test("a group without a name gets a random one", async () => {
  const { call } = await identityFixture();
  expect((await call("POST", "identity/group", {})).name).to.match(/^group_[0-9a-f]{8}$/);
});

test("lists of groups have member and parent counts", async () => {
  const { ask, call, entity, group } = await identityFixture();
  expect(await ask("LIST", "identity/group/id")).to.deep.equal({ status: 404, body: { errors: [] } });
  const inner = await group({ name: "inner", member_entity_ids: [await entity(), await entity()] });
  const outer = await group({ name: "outer", member_group_ids: [inner] });
  expect(await call("LIST", "identity/group/id")).to.deep.equal({
    key_info: {
      [inner]: { name: "inner", num_member_entities: 2, num_parent_groups: 1 },
      [outer]: { name: "outer", num_member_entities: 0, num_parent_groups: 0 },
    },
    keys: [inner, outer].sort(),
  });
  expect(await call("LIST", "identity/group/name")).to.deep.equal({ keys: ["inner", "outer"] });
});

test("an entity lists its direct groups and those inherited through them", async () => {
  const { call, entity, group } = await identityFixture();
  const ada = await entity();
  const inner = await group({ member_entity_ids: [ada] });
  const outer = await group({ member_group_ids: [inner] });
  const outermost = await group({ member_group_ids: [outer] });
  expect(await call("GET", `identity/entity/id/${ada}`)).to.deep.include({
    direct_group_ids: [inner],
    inherited_group_ids: [outer, outermost],
    group_ids: [inner, outer, outermost],
  });
  await call("DELETE", `identity/group/id/${outer}`);
  expect(await call("GET", `identity/entity/id/${ada}`)).to.deep.include({ group_ids: [inner] });
  expect((await call("GET", `identity/group/id/${outermost}`)).member_group_ids).to.equal(null);
});

test("a deleted entity is removed from its groups", async () => {
  const { call, entity, group } = await identityFixture();
  const [ada, bob] = [await entity(), await entity()];
  const ops = await group({ member_entity_ids: [ada, bob] });
  await call("DELETE", `identity/entity/id/${ada}`);
  expect(await call("GET", `identity/group/id/${ops}`)).to.deep.include({ member_entity_ids: [bob], modify_index: 2 });
});

test("groups that would contain themselves are refused", async () => {
  const { ask, refusal, group } = await identityFixture();
  const inner = await group();
  const middle = await group({ member_group_ids: [inner] });
  const outer = await group({ member_group_ids: [middle] });
  for (const [into, member] of [
    [inner, outer],
    [inner, middle],
    [middle, outer],
  ]) {
    const text = await refusal("POST", `identity/group/id/${into}`, { member_group_ids: [String(member)] });
    expect(text).to.equal(`400 cyclic relationship detected for member group ID "${member}"`);
  }
  const itself = await refusal("POST", `identity/group/id/${inner}`, { member_group_ids: [inner] });
  expect(itself).to.equal(`400 member group ID "${inner}" is same as the ID of the group`);
  expect((await ask("POST", `identity/group/id/${outer}`, { member_group_ids: [middle, inner] })).status).to.equal(204);
});

test("an invalid group is refused with the reference's error texts", async () => {
  const { refusal, group, ask } = await identityFixture();
  await group({ name: "ops" });
  const dev = await group({ name: "dev" });
  const outside = await group({ name: "outside", type: "external" });
  const refusals: [path: string, fields: Record<string, unknown>, text: string][] = [
    ["identity/group", { type: "bogus" }, 'invalid group type "bogus"'],
    ["identity/group", { member_entity_ids: ["bogus"] }, 'invalid entity ID "bogus"'],
    ["identity/group", { member_group_ids: ["bogus"] }, 'invalid member group ID "bogus"'],
    ["identity/group", { policies: ["Root"] }, "policies cannot contain root"],
    ["identity/group", { id: "bogus" }, "invalid group ID"],
    ["identity/group", { id: "" }, "empty group ID"],
    ["identity/group", { name: "" }, "empty group name"],
    [`identity/group/id/${dev}`, { name: "OPS" }, "group name is already in use"],
    [`identity/group/id/${dev}`, { type: "external" }, "group type cannot be changed"],
    [
      `identity/group/id/${outside}`,
      { member_entity_ids: [] },
      "member entities can't be set manually for external groups",
    ],
    [`identity/group/id/${outside}`, { member_group_ids: [dev] }, "member groups can't be set for external groups"],
  ];
  for (const [path, fields, text] of refusals) {
    expect(await refusal("POST", path, fields as never), text).to.equal(`400 ${text}`);
  }
  expect((await ask("GET", "identity/group/id/bogus")).status).to.equal(404);
});

test("the alias of an external group is created, read, moved, listed and deleted", async () => {
  const { ask, call, group, accessor } = await identityFixture();
  const [ops, dev] = [await group({ type: "external" }), await group({ type: "external" })];
  const fields = { name: "Ops", mount_accessor: accessor };
  const made = await call("POST", "identity/group-alias", { ...fields, canonical_id: ops });
  expect(made).to.deep.equal({ canonical_id: ops, id: made.id });
  const path = `identity/group-alias/id/${made.id}`;
  const { creation_time, last_update_time, ...rest } = await call("GET", path);
  const where = { mount_accessor: accessor, mount_path: "auth/userpass/", mount_type: "userpass" };
  const within = { canonical_id: ops, id: made.id, merged_from_canonical_ids: null, metadata: null, name: "Ops" };
  const alone = { custom_metadata: null, local: false, namespace_id: "root" };
  expect(rest).to.deep.equal({ ...within, ...where, ...alone });
  const times = { creation_time, last_update_time };
  expect((await call("GET", `identity/group/id/${ops}`)).alias).to.deep.equal({ ...within, ...where, ...times });
  expect((await ask("POST", path, fields)).status).to.equal(204);
  expect(await call("POST", path, { ...fields, canonical_id: dev })).to.deep.equal({ ...made, canonical_id: dev });
  expect((await call("GET", `identity/group/id/${ops}`)).alias).to.deep.equal({});
  expect(await call("LIST", "identity/group-alias/id")).to.deep.equal({
    key_info: { [String(made.id)]: { canonical_id: dev, custom_metadata: null, local: false, name: "Ops", ...where } },
    keys: [made.id],
  });
  expect((await ask("DELETE", path)).status).to.equal(204);
  expect((await ask("LIST", "identity/group-alias/id")).status).to.equal(404);
  expect((await ask("POST", "identity/lookup/group", { alias_id: String(made.id) })).status).to.equal(204);
});

test("a group alias without a group creates an external one", async () => {
  const { call, accessor } = await identityFixture();
  const made = await call("POST", "identity/group-alias", { name: "ops", mount_accessor: accessor });
  expect(await call("GET", `identity/group/id/${made.canonical_id}`)).to.include({ type: "external" });
});

test("an invalid group alias is refused with the reference's error texts", async () => {
  const { refusal, call, group, accessor, enable } = await identityFixture();
  const here = await enable("here", { local: true });
  const inside = await group();
  await call("POST", "identity/group-alias", { name: "ops", mount_accessor: accessor });
  const refusals: [fields: Record<string, string>, text: string][] = [
    [{ mount_accessor: accessor }, "missing alias name"],
    [{ name: "x" }, "missing mount_accessor"],
    [{ name: "x", mount_accessor: "bogus" }, 'invalid mount accessor "bogus"'],
    [{ name: "x", mount_accessor: here }, `mount accessor "${here}" is a local mount`],
    [{ name: "OPS", mount_accessor: accessor }, "combination of mount and group alias name is already in use"],
    [{ id: "bogus", name: "x", mount_accessor: accessor }, "invalid group alias ID"],
    [{ name: "x", mount_accessor: accessor, canonical_id: "bogus" }, "invalid group ID given in 'canonical_id'"],
    [{ name: "x", mount_accessor: accessor, canonical_id: inside }, "alias can't be set on an internal group"],
  ];
  for (const [fields, text] of refusals) {
    expect(await refusal("POST", "identity/group-alias", fields), text).to.equal(`400 ${text}`);
  }
});
