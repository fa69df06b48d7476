import { test } from "node:test";
import { expect } from "chai";
import { identityFixture } from "../../identity/identity.suite.ts";

test("an entity is looked up by id, by name, and by an alias", async () => {
  const { ask, call, entity, accessor } = await identityFixture();
  const ada = await entity({ name: "ada" });
  const alias = await call("POST", "identity/entity-alias", {
    name: "a",
    mount_accessor: accessor,
    canonical_id: ada,
  });
  const read = await call("GET", `identity/entity/id/${ada}`);
  for (const asked of [
    { id: ada },
    { name: "ADA" },
    { alias_id: alias.id ?? "" },
    { alias_name: "a", alias_mount_accessor: accessor },
  ]) {
    expect(await call("POST", "identity/lookup/entity", asked), JSON.stringify(asked)).to.deep.equal(read);
  }
  for (const asked of [
    { id: "bogus" },
    { name: "bogus" },
    { alias_id: "bogus" },
    { alias_name: "a", alias_mount_accessor: "bogus" },
  ]) {
    expect(await ask("POST", "identity/lookup/entity", asked)).to.deep.equal({ status: 204, body: undefined });
  }
});

test("a group is looked up by id, by name, and by its alias", async () => {
  const { ask, call, group, accessor } = await identityFixture();
  const ops = await group({ name: "ops", type: "external" });
  const alias = await call("POST", "identity/group-alias", { name: "o", mount_accessor: accessor, canonical_id: ops });
  for (const asked of [
    { id: ops },
    { name: "ops" },
    { alias_id: alias.id ?? "" },
    { alias_name: "O", alias_mount_accessor: accessor },
  ]) {
    expect((await call("POST", "identity/lookup/group", asked)).id, JSON.stringify(asked)).to.equal(ops);
  }
  expect((await ask("POST", "identity/lookup/group", { name: "bogus" })).status).to.equal(204);
});

test("a lookup without exactly one criterion is refused", async () => {
  const { refusal } = await identityFixture();
  const conflict = "400 query parameter conflict; please supply distinct set of query parameters";
  const half = "400 both 'alias_name' and 'alias_mount_accessor' needs to be set";
  for (const path of ["identity/lookup/entity", "identity/lookup/group"]) {
    expect(await refusal("POST", path, {})).to.equal("400 query parameter not supplied");
    expect(await refusal("POST", path, { id: "a", name: "b" })).to.equal(conflict);
    expect(await refusal("POST", path, { alias_name: "a" })).to.equal(half);
    expect(await refusal("POST", path, { alias_mount_accessor: "a" })).to.equal(half);
  }
});
