import { test } from "node:test";
import { expect } from "chai";
import { identityFixture } from "../../identity/identity.suite.ts";

async function fixture() {
  const base = await identityFixture();
  const alias = async (fields: Record<string, string>) =>
    base.call("POST", "identity/entity-alias", { mount_accessor: base.accessor, ...fields });
  return { ...base, alias };
}

test("an alias is created for an entity, read, listed and deleted", async () => {
  const { ask, call, entity, accessor, alias } = await fixture();
  const ada = await entity({ name: "ada" });
  const made = await alias({ name: "Ada", canonical_id: ada });
  expect(made).to.deep.equal({ canonical_id: ada, id: made.id });
  const { creation_time, last_update_time, ...rest } = await call("GET", `identity/entity-alias/id/${made.id}`);
  expect(rest).to.deep.equal({
    canonical_id: ada,
    custom_metadata: null,
    id: made.id,
    local: false,
    merged_from_canonical_ids: null,
    metadata: null,
    mount_accessor: accessor,
    mount_path: "auth/userpass/",
    mount_type: "userpass",
    name: "Ada",
    namespace_id: "root",
  });
  expect(last_update_time).to.equal(creation_time);
  const { namespace_id: _, ...within } = rest;
  expect((await call("GET", `identity/entity/id/${ada}`)).aliases).to.deep.equal([
    { ...within, creation_time, last_update_time },
  ]);
  const where = { mount_accessor: accessor, mount_path: "auth/userpass/", mount_type: "userpass" };
  expect(await call("LIST", "identity/entity-alias/id")).to.deep.equal({
    key_info: { [String(made.id)]: { canonical_id: ada, custom_metadata: null, local: false, name: "Ada", ...where } },
    keys: [made.id],
  });
  expect((await ask("DELETE", `identity/entity-alias/id/${made.id}`)).status).to.equal(204);
  expect((await ask("DELETE", `identity/entity-alias/id/${made.id}`)).status).to.equal(204);
  const gone = { status: 404, body: { errors: [] } };
  expect(await ask("GET", `identity/entity-alias/id/${made.id}`)).to.deep.equal(gone);
  expect(await ask("LIST", "identity/entity-alias/id")).to.deep.equal(gone);
  expect((await call("GET", `identity/entity/id/${ada}`)).aliases).to.deep.equal([]);
});

test("an alias without an entity creates one", async () => {
  const { call, alias } = await fixture();
  const made = await alias({ name: "ada" });
  expect((await call("GET", `identity/entity/id/${made.canonical_id}`)).name).to.match(/^entity_[0-9a-f]{8}$/);
});

test("the deprecated names of the alias endpoints work", async () => {
  const { call, entity, accessor } = await fixture();
  const ada = await entity();
  for (const old of ["alias", "persona"]) {
    const fields = { name: old, mount_accessor: accessor, entity_id: old === "alias" ? ada : await entity() };
    const { id } = await call("POST", `identity/${old}`, fields);
    expect(await call("GET", `identity/${old}/id/${id}`)).to.include({ name: old });
    expect((await call("LIST", `identity/${old}/id`)).keys).to.contain(id);
  }
});

test("an alias is renamed and moved to another entity, and lookups find it there", async () => {
  const { ask, call, entity, accessor, alias } = await fixture();
  const [ada, bob] = [await entity(), await entity()];
  const made = await alias({ name: "ada", canonical_id: ada });
  const path = `identity/entity-alias/id/${made.id}`;
  expect(await ask("POST", path, { name: "ada" })).to.include({ status: 204 });
  expect(await call("POST", path, { name: "eve", custom_metadata: { badge: "7" } })).to.deep.equal(made);
  expect(await call("POST", path, { canonical_id: bob })).to.deep.equal({ ...made, canonical_id: bob });
  expect(await call("GET", path)).to.deep.include({ name: "eve", canonical_id: bob, custom_metadata: { badge: "7" } });
  const found = await call("POST", "identity/lookup/entity", { alias_name: "eve", alias_mount_accessor: accessor });
  expect(found.id).to.equal(bob);
  const old = { alias_name: "ada", alias_mount_accessor: accessor };
  expect((await ask("POST", "identity/lookup/entity", old)).status).to.equal(204);
  expect((await call("GET", `identity/entity/id/${ada}`)).aliases).to.deep.equal([]);
});

test("writing an alias with the same name and mount updates it", async () => {
  const { ask, call, alias, accessor } = await fixture();
  const made = await alias({ name: "ada" });
  const again = { name: "ADA", mount_accessor: accessor };
  expect(await call("POST", "identity/entity-alias", again)).to.deep.equal(made);
  expect((await ask("POST", "identity/entity-alias", again)).status).to.equal(204);
  expect((await call("LIST", "identity/entity-alias/id")).keys).to.deep.equal([made.id]);
});

test("an alias of a removed mount keeps the accessor, without path and type", async () => {
  const { ask, call, alias, accessor } = await fixture();
  const { id } = await alias({ name: "ada" });
  await ask("DELETE", "sys/auth/userpass");
  const read = await call("GET", `identity/entity-alias/id/${id}`);
  expect(read).to.include({ mount_accessor: accessor }).not.any.keys("mount_path", "mount_type");
});

test("an invalid alias is refused with the reference's error texts", async () => {
  const { refusal, entity, accessor, alias, enable } = await fixture();
  const [ada, bob] = [await entity(), await entity()];
  const made = await alias({ name: "ada", canonical_id: ada });
  await alias({ name: "bob", canonical_id: bob });
  const path = `identity/entity-alias/id/${made.id}`;
  const other = await enable("other");
  const atOther = await alias({ name: "x", mount_accessor: other, canonical_id: ada });
  const refusals: [path: string, fields: Record<string, unknown>, text: string][] = [
    ["identity/entity-alias", { name: "x" }, "'id' or 'mount_accessor' and 'name' must be provided"],
    ["identity/entity-alias", { name: "x", mount_accessor: "bogus" }, 'invalid mount accessor "bogus"'],
    ["identity/entity-alias", { id: "bogus", name: "x" }, "invalid alias ID provided"],
    [
      "identity/entity-alias",
      { name: "x", mount_accessor: accessor, canonical_id: ada },
      "Alias already exists for requested entity and mount accessor",
    ],
    ["identity/entity-alias", { name: "x", mount_accessor: accessor, canonical_id: "bogus" }, "invalid canonical ID"],
    [
      "identity/entity-alias",
      { name: "x", mount_accessor: accessor, custom_metadata: { a: "" } },
      'custom_metadata validation failed: length of value for key "a" is 0 but must be 0 < len(value) <= 512',
    ],
    [path, { name: "bob" }, "alias with combination of mount accessor and name already exists"],
    [path, { canonical_id: "bogus" }, "given 'canonical_id' is not associated with an entity"],
    [path, { canonical_id: bob }, "Alias cannot be updated as the given entity already has an alias for this mount "],
    [
      `identity/entity-alias/id/${atOther.id}`,
      { mount_accessor: accessor },
      "Alias cannot be updated as the entity already has an alias for the given 'mount_accessor' ",
    ],
  ];
  for (const [where, fields, text] of refusals) {
    expect(await refusal("POST", where, fields as never), text).to.equal(`400 ${text}`);
  }
});

test("an alias of a local mount is marked as local and cannot be moved to another entity", async () => {
  const { call, refusal, entity, enable } = await fixture();
  const accessor = await enable("here", { local: true });
  const [ada, bob] = [await entity(), await entity()];
  const fields = { name: "ada-secretly", mount_accessor: accessor, canonical_id: ada };
  const { id } = await call("POST", "identity/entity-alias", fields);
  expect(await call("GET", `identity/entity-alias/id/${id}`)).to.include({ local: true, canonical_id: ada });
  const moved = await refusal("POST", `identity/entity-alias/id/${id}`, { canonical_id: bob });
  expect(moved).to.equal("400 local aliases can't be moved between entities");
  await call("POST", `identity/entity-alias/id/${id}`, { name: "ada-openly" });
  const [read] = (await call("GET", `identity/entity/id/${ada}`)).aliases as { name: string }[];
  expect(read?.name).to.equal("ada-openly");
  await call("DELETE", `identity/entity-alias/id/${id}`);
  expect((await call("GET", `identity/entity/id/${ada}`)).aliases).to.deep.equal([]);
});
