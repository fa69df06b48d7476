import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, tokenWith, vault } from "./setting.ts";

suite("kv version 2", () => {
  test("data is read back with its metadata, including numbers", async () => {
    const written = await vault().write("secret/data/node/sky", {
      data: { colour: "blue", depth: 3, deep: { a: [1] } },
    });
    expect(written.data).to.include({ version: 1, destroyed: false, deletion_time: "" });
    const { data } = await vault().read("secret/data/node/sky");
    expect(data.data).to.deep.equal({ colour: "blue", depth: 3, deep: { a: [1] } });
    expect(data.metadata).to.deep.equal(written.data);
  });

  test("versions are numbered, and can be read by number", async () => {
    await vault().write("secret/data/node/versions", { data: { n: 1 } });
    expect((await vault().write("secret/data/node/versions", { data: { n: 2 } })).data.version).to.equal(2);
    expect((await vault().read("secret/data/node/versions?version=1")).data.data).to.deep.equal({ n: 1 });
    expect((await vault().read("secret/data/node/versions")).data.data).to.deep.equal({ n: 2 });
    expect((await refusal(vault().read("secret/data/node/versions?version=3"))).status).to.equal(404);
  });

  test("a write with the wrong version is refused", async () => {
    await vault().write("secret/data/node/cas", { options: { cas: 0 }, data: { n: 1 } });
    const { status, message } = await refusal(vault().write("secret/data/node/cas", { options: { cas: 0 }, data: {} }));
    expect([status, message]).to.deep.equal([400, "check-and-set parameter did not match the current version"]);
    expect(
      (await vault().write("secret/data/node/cas", { options: { cas: 1 }, data: { n: 2 } })).data.version,
    ).to.equal(2);
  });

  test("a deleted version is returned with its metadata and can be undeleted", async () => {
    await vault().write("secret/data/node/deleted", { data: { n: 1 } });
    await vault().delete("secret/data/node/deleted");
    const { status, body } = await refusal(vault().read("secret/data/node/deleted"));
    expect(status).to.equal(404);
    expect(body).to.have.nested.property("data.data", null);
    expect(body).to.have.nested.property("data.metadata.deletion_time").that.is.not.equal("");
    await vault().write("secret/undelete/node/deleted", { versions: [1] });
    expect((await vault().read("secret/data/node/deleted")).data.data).to.deep.equal({ n: 1 });
  });

  test("a destroyed version cannot be restored", async () => {
    await vault().write("secret/data/node/destroyed", { data: { n: 1 } });
    await vault().destroySecretVersions({ path: "node/destroyed", versions: [1] });
    await vault().write("secret/undelete/node/destroyed", { versions: [1] });
    const { status, body } = await refusal(vault().read("secret/data/node/destroyed"));
    expect(status).to.equal(404);
    expect(body).to.have.nested.property("data.metadata.destroyed", true);
  });

  test("a patch changes the given fields, and removes those that are null", async () => {
    await vault().write("secret/data/node/patched", { data: { a: 1, b: 2 } });
    const { data } = await vault().update("secret/data/node/patched", { data: { b: null, c: 3 } });
    expect(data.version).to.equal(2);
    expect((await vault().read("secret/data/node/patched")).data.data).to.deep.equal({ a: 1, c: 3 });
    expect((await refusal(vault().update("secret/data/node/none", { data: { b: 1 } }))).status).to.equal(404);
  });

  test("metadata is written, read, listed and deleted with all versions", async () => {
    await vault().write("secret/data/node/meta/one", { data: { n: 1 } });
    await vault().write("secret/metadata/node/meta/one", { max_versions: 2, custom_metadata: { owner: "Ada" } });
    const { data } = await vault().read("secret/metadata/node/meta/one");
    expect(data).to.include({ current_version: 1, max_versions: 2, oldest_version: 0, cas_required: false });
    expect(data.custom_metadata).to.deep.equal({ owner: "Ada" });
    expect(data.versions["1"]).to.include({ destroyed: false, deletion_time: "" });
    expect((await vault().list("secret/metadata/node/meta")).data.keys).to.deep.equal(["one"]);
    await vault().delete("secret/metadata/node/meta/one");
    expect((await refusal(vault().list("secret/metadata/node/meta"))).status).to.equal(404);
    expect((await refusal(vault().read("secret/data/node/meta/one"))).body).to.deep.equal({ errors: [] });
  });

  test("a path of version 1 gets the usual hint", async () => {
    const { status, body } = await refusal(vault().read("secret/node/sky"));
    expect(status).to.equal(404);
    expect(body)
      .to.have.nested.property("warnings[0]")
      .that.matches(/^Invalid path for a versioned K\/V secrets engine\./);
  });

  test("the engine's configuration is written and read", async () => {
    await vault().mount({ mount_point: "node-kv2", type: "kv", options: { version: "2" } });
    await vault().write("node-kv2/config", { max_versions: 3, cas_required: true });
    expect((await vault().read("node-kv2/config")).data).to.include({ max_versions: 3, cas_required: true });
    const refused = await refusal(vault().write("node-kv2/data/x", { data: {} }));
    expect(refused.message).to.equal("check-and-set parameter required for this call");
    await vault().unmount({ mount_point: "node-kv2" });
  });
});

test("kv version 1 keeps one value: written, read, listed, deleted", async () => {
  await vault().mount({ mount_point: "node-kv1", type: "kv" });
  expect(await vault().write("node-kv1/a/sky", { colour: "blue", depth: 3 })).to.equal("");
  const read = await vault().read("node-kv1/a/sky");
  expect(read.data).to.deep.equal({ colour: "blue", depth: 3 });
  expect(read).to.include({ lease_id: "", renewable: false, lease_duration: 2_764_800 });
  await vault().write("node-kv1/b", { n: 1 });
  expect((await vault().list("node-kv1")).data.keys).to.deep.equal(["a/", "b"]);
  await vault().delete("node-kv1/a/sky");
  expect(await refusal(vault().read("node-kv1/a/sky"))).to.include({ status: 404, message: "Status 404" });
  expect((await refusal(vault().write("node-kv1/empty", {}))).message).to.equal("missing data fields");
  await vault().unmount({ mount_point: "node-kv1" });
});

test("a cubbyhole belongs to its token only", async () => {
  const token = await tokenWith("node-cubby", 'path "cubbyhole/*" { capabilities = ["read", "update", "create"] }');
  await vault({ token }).write("cubbyhole/mine", { n: 1 });
  expect((await vault({ token }).read("cubbyhole/mine")).data).to.deep.equal({ n: 1 });
  expect((await refusal(vault().read("cubbyhole/mine"))).status).to.equal(404);
});

test("a client that cannot use the verb LIST can still list", async () => {
  await vault().write("secret/data/node/listed/one", { data: {} });
  const { data } = await vault({ noCustomHTTPVerbs: true }).list("secret/metadata/node/listed");
  expect(data.keys).to.deep.equal(["one"]);
});
