import { suite, test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { plainContext } from "../core/storage/plain-context.suite.ts";
import { rolesEndpoints } from "./endpoints/roles.ts";
import { secretIdEndpoints } from "./endpoints/secret-ids.ts";
import { mountedApprole } from "./mounted.suite.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/;

suite("approle: secret ids", () => {
  test("a secret id is generated with the limits of its role, and its text is returned once", async () => {
    const { data, role } = await mountedApprole();
    await role("web", { secret_id_num_uses: 3, secret_id_ttl: "1h" });
    const created = await data("POST", "role/web/secret-id", { metadata: '{"host":"a"}' });
    expect(created).to.deep.include({ secret_id_num_uses: 3, secret_id_ttl: 3600 });
    expect(created.secret_id).to.match(uuid);
    expect(created.secret_id_accessor).to.match(uuid);
    const found = {
      cidr_list: [],
      creation_time: "2026-01-01T00:00:00.000000000Z",
      expiration_time: "2026-01-01T01:00:00.000000000Z",
      last_updated_time: "2026-01-01T00:00:00.000000000Z",
      metadata: { host: "a" },
      secret_id_accessor: created.secret_id_accessor,
      secret_id_num_uses: 3,
      secret_id_ttl: 3600,
      token_bound_cidrs: [],
    };
    const { secret_id = "", secret_id_accessor = "" } = created;
    expect(await data("POST", "role/web/secret-id/lookup", { secret_id })).to.deep.equal(found);
    expect(await data("POST", "role/web/secret-id-accessor/lookup", { secret_id_accessor })).to.deep.equal(found);
    expect(await data("LIST", "role/web/secret-id")).to.deep.equal({ keys: [secret_id_accessor] });
  });

  test("a secret id may restrict the settings of its role, but not extend them", async () => {
    const { data, outcome, role } = await mountedApprole();
    await role("web", {
      secret_id_num_uses: 3,
      secret_id_ttl: "1h",
      secret_id_bound_cidrs: "10.0.0.0/8",
      token_bound_cidrs: "10.0.0.0/8",
    });
    const narrow = { num_uses: 1, ttl: "10m", cidr_list: "10.1.0.0/16", token_bound_cidrs: ["10.1.2.3"] };
    expect(await data("POST", "role/web/secret-id", narrow)).to.deep.include({
      secret_id_num_uses: 1,
      secret_id_ttl: 600,
    });
    const uses = "num_uses cannot be higher than the role's secret_id_num_uses";
    const ttl = "ttl cannot be longer than the role's secret_id_ttl";
    const subset =
      'CIDR blocks on the secret ID ["11.0.0.1"] should be a subset of CIDR blocks on the role ["10.0.0.0/8"]';
    for (const [fields, text] of [
      [{ num_uses: 4 }, uses],
      [{ num_uses: 0 }, uses],
      [{ num_uses: -1 }, "num_uses cannot be negative"],
      [{ ttl: 3601 }, ttl],
      [{ ttl: 0 }, ttl],
      [{ cidr_list: "11.0.0.1" }, subset],
      [{ token_bound_cidrs: "11.0.0.1" }, subset],
      [{ cidr_list: "bogus" }, "failed to validate CIDR blocks"],
      [{ metadata: "{" }, "failed to parse metadata: it must be a map of names to strings"],
      [{ metadata: '{"a":1}' }, "failed to parse metadata: it must be a map of names to strings"],
      [{ metadata: "bogus" }, "failed to parse metadata: it must be a map of names to strings"],
    ] as const) {
      expect(await outcome("POST", "role/web/secret-id", fields), JSON.stringify(fields)).to.deep.equal([400, text]);
    }
  });

  test("a secret id of an unlimited role is limited by the maximum TTL of the mount only", async () => {
    const { data, role } = await mountedApprole();
    await role("web");
    expect(await data("POST", "role/web/secret-id", { num_uses: 7, ttl: "9999h" })).to.deep.include({
      secret_id_num_uses: 7,
      secret_id_ttl: 2_764_800,
    });
  });

  test("a custom secret id can be registered once", async () => {
    const { auth, data, outcome, role } = await mountedApprole();
    const roleId = await role("web");
    expect(await data("POST", "role/web/custom-secret-id", { secret_id: "mine" })).to.deep.include({
      secret_id: "mine",
    });
    await auth(roleId, "mine");
    const again = await outcome("POST", "role/web/custom-secret-id", { secret_id: "mine" });
    expect(again).to.deep.equal([400, "SecretID is already registered"]);
    for (const [secret_id, text] of [
      ["", "missing secret_id"],
      ["x".repeat(4097), "secret_id is too long"],
    ] as const) {
      expect(await outcome("POST", "role/web/custom-secret-id", { secret_id })).to.deep.equal([400, text]);
    }
  });

  test("metadata may be a map, its JSON or pairs", async () => {
    const { auth, role, secretId } = await mountedApprole();
    const roleId = await role("web");
    for (const metadata of [{ a: "1", b: "=" }, '{"a":"1","b":"="}', "a=1,b=="]) {
      const { text } = await secretId("web", { metadata });
      expect((await auth(roleId, text)).metadata).to.deep.equal({ a: "1", b: "=", role_name: "web" });
    }
  });

  test("a role that requires no secret ids cannot create any", async () => {
    const { outcome, role } = await mountedApprole();
    await role("web", { bind_secret_id: false, token_bound_cidrs: "127.0.0.1" });
    expect(await outcome("POST", "role/web/secret-id", {})).to.deep.equal([
      400,
      "bind_secret_id is not set on the role",
    ]);
  });

  test("a secret id can be destroyed by its text or its accessor", async () => {
    const { done, logIn, outcome, role, secretId } = await mountedApprole();
    const roleId = await role("web");
    for (const method of ["POST", "PUT"]) {
      const [one, other] = [await secretId("web"), await secretId("web")];
      await done(method, "role/web/secret-id/destroy", { secret_id: one.text });
      await done(method, "role/web/secret-id-accessor/destroy", { secret_id_accessor: other.accessor });
      for (const { text } of [one, other]) {
        expect(await logIn(roleId, text)).to.deep.equal([400, "invalid role or secret ID"]);
      }
    }
    const { text } = await secretId("web");
    await done("DELETE", `role/web/secret-id/destroy?secret_id=${text}`);
    expect(await outcome("LIST", "role/web/secret-id")).to.deep.equal([404, undefined]);
  });

  test("missing roles and secret ids are reported as in the reference", async () => {
    const { done, outcome, role } = await mountedApprole();
    const absent = [400, 'role "None" does not exist'];
    for (const path of ["secret-id", "secret-id/lookup", "secret-id/destroy", "secret-id-accessor/lookup"]) {
      expect(await outcome("POST", `role/None/${path}`, { secret_id: "x", secret_id_accessor: "x" })).to.deep.equal(
        absent,
      );
    }
    expect(await outcome("LIST", "role/None/secret-id")).to.deep.equal(absent);
    await role("web");
    await done("POST", "role/web/secret-id/lookup", { secret_id: "x" });
    await done("POST", "role/web/secret-id/destroy", { secret_id: "x" });
    const unknown = [404, 'failed to find accessor entry for secret_id_accessor: "x"'];
    for (const action of ["lookup", "destroy"]) {
      const path = `role/web/secret-id-accessor/${action}`;
      expect(await outcome("POST", path, { secret_id_accessor: "x" })).to.deep.equal(unknown);
      expect(await outcome("POST", path, {})).to.deep.equal([400, "missing secret_id_accessor"]);
      expect(await outcome("POST", `role/web/secret-id/${action}`, {})).to.deep.equal([400, "missing secret_id"]);
    }
  });

  test("a secret id is invalid for other roles", async () => {
    const { logIn, outcome, role, secretId } = await mountedApprole();
    await role("web");
    const other = await role("other");
    const { text, accessor } = await secretId("web");
    expect(await logIn(other, text)).to.deep.equal([400, "invalid role or secret ID"]);
    expect((await outcome("POST", "role/other/secret-id/lookup", { secret_id: text }))[0]).to.equal(204);
    const path = "role/other/secret-id-accessor/destroy";
    expect((await outcome("POST", path, { secret_id_accessor: accessor }))[0]).to.equal(404);
  });
});

test("approle: the text of a secret id is not stored", async () => {
  const { context, written } = plainContext();
  for (const [path, fields] of [
    ["role/:role_name", {}],
    ["role/:role_name/custom-secret-id", { secret_id: "se5ame" }],
  ] as const) {
    const all = [...rolesEndpoints, ...secretIdEndpoints];
    const write = all.find((endpoint) => endpoint.path === path)?.operations.write;
    await write?.bind((input) => z.parse(input, { role_name: "web", ...fields }), context).run();
  }
  expect(await written())
    .to.contain("secret-id/")
    .and.not.to.contain("se5ame");
});

suite("approle: unusable secret ids", () => {
  async function settle() {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  test("are removed with the role, and stay invalid if the role is recreated under its name", async () => {
    const { done, logIn, role, secretId, store } = await mountedApprole();
    for (const local_secret_ids of [false, true]) {
      await role("web", { role_id: "mine", local_secret_ids });
      const { text } = await secretId("web");
      await done("DELETE", "role/web");
      const left = (await store.range({ prefix: "" })).filter(([key]) => /\/(secret-id|accessor|role-id)\//.test(key));
      expect(left.filter(([key]) => key.includes("/mount/"))).to.deep.equal([]);
      await role("web", { role_id: "mine", local_secret_ids });
      expect(await logIn("mine", text)).to.deep.equal([400, "invalid role or secret ID"]);
      await done("DELETE", "role/web");
    }
  });

  test("are removed by a tidy request and every hour; others stay", async () => {
    for (const isRequested of [true, false]) {
      const { ask, clock, data, role, secretId, store } = await mountedApprole();
      await role("web");
      await secretId("web", { ttl: "10m" });
      const unexpired = await secretId("web", { ttl: "90m" });
      await clock.pass(660);
      const count = async () =>
        (await store.range({ prefix: "" })).filter(([key]) => key.includes("/secret-id/")).length;
      expect(await count()).to.equal(2);
      if (isRequested) {
        const { status, body } = await ask("POST", "auth/programs/tidy/secret-id", {});
        expect(status).to.equal(202);
        expect(body?.warnings).to.deep.equal([
          "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.",
        ]);
        await clock.pass(0);
      } else await clock.pass(3600);
      await settle();
      expect(await count()).to.equal(1);
      expect(await data("LIST", "role/web/secret-id")).to.deep.equal({ keys: [unexpired.accessor] });
      for (const _hour of [1, 2]) {
        await clock.pass(3600);
        await settle();
      }
      expect(await count()).to.equal(0);
    }
  });

  test("are removed in pages, so that other requests can run in between", async () => {
    const { ask, clock, role, secretId, store } = await mountedApprole();
    await role("web");
    for (let count = 0; count < 300; count++) await secretId("web", { ttl: "10m" });
    await clock.pass(660);
    const count = async () => (await store.range({ prefix: "" })).filter(([key]) => key.includes("/secret-id/")).length;
    await ask("POST", "auth/programs/tidy/secret-id", {});
    const seen = new Set<number>();
    for (let left = 300; left > 0; ) {
      await clock.pass(0);
      left = await count();
      seen.add(left);
    }
    expect(seen.size).to.be.above(2);
  });
});
