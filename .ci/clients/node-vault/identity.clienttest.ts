import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

suite("identity", () => {
  test("an entity's policies apply to its logins", async () => {
    await vault().enableAuth({ mount_point: "node-people", type: "userpass" });
    await vault().write("auth/node-people/users/grace", { password: "hopper" });
    const entity = (await vault().write("identity/entity", { name: "node-grace", policies: ["node-b"] })).data;
    const { accessor } = (await vault().auths())["node-people/"];
    const alias = await vault().write("identity/entity-alias", {
      name: "grace",
      canonical_id: entity.id,
      mount_accessor: accessor,
    });
    expect(alias.data.canonical_id).to.equal(entity.id);
    const { auth } = await vault().userpassLogin({ mount_point: "node-people", username: "grace", password: "hopper" });
    expect(auth.entity_id).to.equal(entity.id);
    expect(auth.identity_policies).to.deep.equal(["node-b"]);
    expect(auth.policies).to.deep.equal(["default", "node-b"]);
    const found = await vault().write("identity/lookup/entity", {
      alias_name: "grace",
      alias_mount_accessor: accessor,
    });
    expect(found.data).to.include({ id: entity.id, name: "node-grace" });
    const read = (await vault().read("identity/entity/name/node-grace")).data;
    expect(read.aliases[0]).to.include({ name: "grace", mount_type: "userpass", mount_path: "auth/node-people/" });
    await vault().delete(`identity/entity/id/${entity.id}`);
    expect((await refusal(vault().read(`identity/entity/id/${entity.id}`))).status).to.equal(404);
    await vault().disableAuth({ mount_point: "node-people" });
  });

  test("a group's policies apply to its members", async () => {
    const entity = (await vault().write("identity/entity", { name: "node-member" })).data;
    const group = { name: "node-group", policies: ["node-c"], member_entity_ids: [entity.id] };
    const { id } = (await vault().write("identity/group", group)).data;
    expect((await vault().read(`identity/group/id/${id}`)).data).to.include({ name: "node-group", type: "internal" });
    expect((await vault().read("identity/entity/name/node-member")).data.group_ids).to.deep.equal([id]);
    expect((await vault().list("identity/group/name")).data.keys).to.include("node-group");
    await vault().delete(`identity/group/id/${id}`);
    await vault().delete("identity/entity/name/node-member");
  });
});

suite("namespaces", () => {
  test("a namespace has its own mounts, policies and tokens", async () => {
    const made = await vault().write("sys/namespaces/node-team", {});
    expect(made.data.path).to.equal("node-team/");
    expect((await vault().list("sys/namespaces")).data.keys).to.include("node-team/");
    const inside = vault({ namespace: "node-team" });
    await inside.mount({ mount_point: "node-inner", type: "kv" });
    await inside.write("node-inner/a", { n: 1 });
    expect((await vault().read("node-team/node-inner/a")).data).to.deep.equal({ n: 1 });
    expect((await refusal(vault().read("node-inner/a"))).status).to.equal(404);
    await inside.addPolicy({ name: "inner", policy: 'path "node-inner/*" { capabilities = ["read"] }' });
    expect((await vault().policies()).policies).to.not.include("inner");
    const { client_token: token } = (await vault({ namespace: "node-team" }).tokenCreate({ policies: ["inner"] })).auth;
    expect((await vault({ token, namespace: "node-team" }).read("node-inner/a")).data).to.deep.equal({ n: 1 });
    expect((await refusal(vault({ token }).read("secret/data/node/sky"))).status).to.equal(403);
    await inside.unmount({ mount_point: "node-inner" });
    await vault().delete("sys/namespaces/node-team");
  });

  test("an unknown namespace is refused", async () => {
    const { status, message } = await refusal(vault({ namespace: "node-nowhere" }).read("secret/data/x"));
    expect([status, message]).to.deep.equal([404, "namespace not found"]);
  });
});
