import { test } from "node:test";
import { expect } from "chai";
import { identityFixture } from "../../identity/identity.suite.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/;

test("an entity is created, read, updated and deleted", async () => {
  const { ask, call, clock } = await identityFixture();
  const made = await call("POST", "identity/entity", { name: "Ada", policies: "b,a", metadata: { team: "ops" } });
  expect(made).to.deep.equal({ aliases: null, id: made.id, name: "Ada" });
  await clock.pass(60);
  expect((await ask("POST", "identity/entity", { name: "Ada", metadata: ["team=dev", "site=x"] })).status).to.equal(
    204,
  );
  const { creation_time, last_update_time, ...rest } = await call("GET", `identity/entity/id/${made.id}`);
  expect(rest).to.deep.equal({
    aliases: [],
    direct_group_ids: [],
    disabled: false,
    group_ids: [],
    id: made.id,
    inherited_group_ids: [],
    merged_entity_ids: null,
    metadata: { team: "dev", site: "x" },
    name: "Ada",
    namespace_id: "root",
    policies: ["a", "b"],
  });
  expect(creation_time).to.match(time);
  expect(last_update_time).to.match(time).not.equal(creation_time);
  expect((await ask("DELETE", `identity/entity/id/${made.id}`)).status).to.equal(204);
  expect((await ask("DELETE", `identity/entity/id/${made.id}`)).status).to.equal(204);
  expect(await ask("GET", `identity/entity/id/${made.id}`)).to.deep.equal({ status: 404, body: { errors: [] } });
  expect(await ask("GET", "identity/entity/name/Ada")).to.deep.equal({ status: 404, body: { errors: [] } });
});

test("an entity without a name gets a random one, and unset fields are empty", async () => {
  const { call } = await identityFixture();
  const { id, name } = await call("POST", "identity/entity");
  expect(name).to.match(/^entity_[0-9a-f]{8}$/);
  expect(await call("GET", `identity/entity/name/${name}`)).to.include({ id, metadata: null });
});

test("an entity is created, read, updated and deleted by name", async () => {
  const { ask, call } = await identityFixture();
  const { id } = await call("PUT", "identity/entity/name/team/ada", { policies: ["a"], name: "other" });
  expect(await call("GET", "identity/entity/name/team/ada")).to.include({ id, name: "team/ada" });
  expect((await ask("POST", "identity/entity/name/team/ada", { disabled: "true" })).status).to.equal(204);
  expect(await call("GET", `identity/entity/id/${id}`)).to.deep.include({ disabled: true, policies: ["a"] });
  expect((await ask("DELETE", "identity/entity/name/team/ada")).status).to.equal(204);
  expect((await ask("GET", `identity/entity/id/${id}`)).status).to.equal(404);
});

test("names are compared without regard to case", async () => {
  const { ask, call } = await identityFixture();
  const { id } = await call("POST", "identity/entity", { name: "Ada" });
  expect((await ask("POST", "identity/entity", { name: "ADA" })).status).to.equal(204);
  expect(await call("GET", "identity/entity/name/ada")).to.include({ id, name: "ADA" });
});

test("a renamed entity releases its old name", async () => {
  const { ask, call, refusal, entity } = await identityFixture();
  const ada = await entity({ name: "ada" });
  await entity({ name: "bob" });
  const taken = await refusal("POST", `identity/entity/id/${ada}`, { name: "bob" });
  expect(taken).to.equal("400 entity name is already in use");
  expect((await ask("POST", `identity/entity/id/${ada}`, { name: "eve" })).status).to.equal(204);
  expect((await ask("GET", "identity/entity/name/ada")).status).to.equal(404);
  expect(await entity({ name: "ada" })).not.to.equal(ada);
  expect(await call("GET", "identity/entity/name/eve")).to.include({ id: ada });
});

test("lists by id have names and aliases, lists by name have only names", async () => {
  const { ask, call, entity, accessor } = await identityFixture();
  expect(await ask("LIST", "identity/entity/id")).to.deep.equal({ status: 404, body: { errors: [] } });
  expect(await ask("LIST", "identity/entity/name")).to.deep.equal({ status: 404, body: { errors: [] } });
  const [bob, ada] = [await entity({ name: "bob" }), await entity({ name: "ada" })];
  const alias = await call("POST", "identity/entity-alias", {
    name: "a",
    mount_accessor: accessor,
    canonical_id: ada,
  });
  const where = { mount_accessor: accessor, mount_path: "auth/userpass/", mount_type: "userpass" };
  const keyInfo = { [bob]: { name: "bob" }, [ada]: { aliases: [{ id: alias.id, name: "a", ...where }], name: "ada" } };
  expect(await call("LIST", "identity/entity/id")).to.deep.equal({ key_info: keyInfo, keys: [ada, bob].sort() });
  expect(await call("LIST", "identity/entity/name")).to.deep.equal({ keys: ["ada", "bob"] });
});

const refused: Readonly<Record<string, readonly [fields: object, answer: string]>> = {
  "an unknown id": [{ id: "bogus" }, "400 entity not found from id"],
  "the policy root": [{ policies: ["a", "root"] }, "400 policies cannot contain root"],
  "the policy root in upper case with spaces": [{ policies: [" ROOT "] }, "400 policies cannot contain root"],
  "metadata that are not pairs": [
    { metadata: "x" },
    '400 Field validation failed: error converting input for field "metadata": invalid key pair "x"',
  ],
  "metadata with an invalid key": [
    { metadata: { "a b": "s3cr3t" } },
    '400 invalid entity metadata: failed to load metadata pair ("a b"): key contains invalid characters',
  ],
  "metadata with a reserved key": [
    { metadata: { "vault-x": "y" } },
    '400 invalid entity metadata: failed to load metadata pair ("vault-x"): key prefix "vault-" is reserved for internal use',
  ],
  "metadata that are too long": [
    { metadata: { a: "x".repeat(513) } },
    '400 invalid entity metadata: failed to load metadata pair ("a"): value is too long (limit: 512 characters)',
  ],
  "too many metadata pairs": [
    { metadata: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, "v"])) },
    "400 invalid entity metadata: metadata cannot contain more than 64 key/value pairs",
  ],
  "a name that is too long": [
    { name: "x".repeat(1025) },
    `400 name: "${"x".repeat(100)}" is refused; allowed are 1 to 1024 characters, without blanks at its ends, in segments between single slashes of which none is "." or "..", and no control characters`,
  ],
};

for (const [what, [fields, answer]] of Object.entries(refused)) {
  test(`${what} is refused, and no entity is created`, async () => {
    const { refusal, ask } = await identityFixture();
    expect(await refusal("POST", "identity/entity", { ...fields })).to.equal(answer);
    expect((await ask("LIST", "identity/entity/id")).status).to.equal(404);
  });
}

test("several entities are deleted at once, and unknown ids are ignored", async () => {
  const { ask, call, refusal, entity } = await identityFixture();
  expect(await refusal("POST", "identity/entity/batch-delete", {})).to.equal("400 missing entity ids to delete");
  const [ada, bob, eve] = [await entity(), await entity(), await entity()];
  const asked = { entity_ids: [ada, "bogus", eve] };
  expect((await ask("POST", "identity/entity/batch-delete", asked)).status).to.equal(204);
  expect((await call("LIST", "identity/entity/id")).keys).to.deep.equal([bob]);
});

test("names and metadata keys may equal names of object properties", async () => {
  const { ask, call } = await identityFixture();
  const text = '{"name": "__proto__", "metadata": {"__proto__": "x", "constructor": "y"}}';
  expect((await ask("POST", "identity/entity", text)).status).to.equal(200);
  const read = JSON.stringify(await call("GET", "identity/entity/name/__proto__"));
  expect(read).to.contain('"metadata":{"__proto__":"x","constructor":"y"}');
  expect((await ask("GET", "identity/entity/name/constructor")).status).to.equal(404);
});

test("entities persist across a restart", async () => {
  const { store, entity } = await identityFixture();
  const ada = await entity({ name: "ada" });
  const { call } = await identityFixture(store);
  expect(await call("GET", "identity/entity/name/ada")).to.include({ id: ada });
});

test("a list of many entities or groups lets other requests run in between", async () => {
  const { ask, call, entity, group } = await identityFixture();
  for (const [kind, create] of [
    ["entity", entity],
    ["group", group],
  ] as const) {
    for (let count = 0; count < 300; count++) await create();
    let [turns, isOver] = [0, false];
    const list = ask("LIST", `identity/${kind}/id`).finally(() => {
      isOver = true;
    });
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect((await list).status).to.equal(200);
    expect(turns).to.be.above(2);
    expect((await call("LIST", `identity/${kind}/name`)).keys).to.have.length(300);
  }
});
