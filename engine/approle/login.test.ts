import { suite, test } from "node:test";
import { expect } from "chai";
import { mountedApprole } from "./mounted.suite.ts";

const invalid = [400, "invalid role or secret ID"];

suite("approle: login", () => {
  test("a login issues a token with the settings of the role", async () => {
    const { ask, auth, role, secretId } = await mountedApprole();
    const roleId = await role("Web", { token_policies: "p", token_ttl: "1h", token_max_ttl: "2h", token_num_uses: 9 });
    const { text } = await secretId("web");
    const issued = await auth(roleId, text);
    expect(issued).to.deep.include({
      policies: ["default", "p"],
      metadata: { role_name: "web" },
      lease_duration: 3600,
      renewable: true,
      token_type: "service",
      num_uses: 9,
      orphan: true,
    });
    const { body } = await ask("POST", "auth/token/lookup", { token: issued.client_token ?? "" });
    expect(body?.data).to.deep.include({ display_name: "programs", path: "auth/programs/login" });
  });

  test("a wrong, unknown or missing role id or secret id is refused", async () => {
    const { logIn, outcome, role, secretId } = await mountedApprole();
    const roleId = await role("web");
    const { text } = await secretId("web");
    expect(await logIn(roleId, "wrong")).to.deep.equal(invalid);
    expect(await logIn("none", text)).to.deep.equal(invalid);
    expect(await logIn("none")).to.deep.equal(invalid);
    expect(await logIn(roleId)).to.deep.equal([400, "missing secret_id"]);
    expect(await logIn(roleId, "  ")).to.deep.equal([400, "missing secret_id"]);
    expect(await outcome("POST", "login", { secret_id: text }, { token: "" })).to.deep.equal([400, "missing role_id"]);
    expect((await logIn(roleId, ` ${text}\n`))[0]).to.equal(200);
  });

  test("an expired secret id is refused", async () => {
    const { clock, logIn, role, secretId } = await mountedApprole();
    const roleId = await role("web", { secret_id_ttl: "30m" });
    const { text } = await secretId("web");
    await clock.pass(1799);
    expect((await logIn(roleId, text))[0]).to.equal(200);
    await clock.pass(1);
    expect(await logIn(roleId, text)).to.deep.equal(invalid);
  });

  test("a secret id is valid for its number of uses", async () => {
    const { data, logIn, outcome, role, secretId } = await mountedApprole();
    const roleId = await role("web", { secret_id_num_uses: 2 });
    const { text, accessor } = await secretId("web");
    const left = async () =>
      (await data("POST", "role/web/secret-id-accessor/lookup", { secret_id_accessor: accessor })).secret_id_num_uses;
    expect([(await logIn(roleId, text))[0], await left()]).to.deep.equal([200, 1]);
    expect((await logIn(roleId, text))[0]).to.equal(200);
    expect(await logIn(roleId, text)).to.deep.equal(invalid);
    expect((await outcome("LIST", "role/web/secret-id"))[0]).to.equal(404);
  });

  test("concurrent logins cannot exceed the number of uses of a secret id", async () => {
    const { logIn, role, secretId } = await mountedApprole();
    const roleId = await role("web", { secret_id_num_uses: 3 });
    const { text } = await secretId("web");
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => logIn(roleId, text)))).map(
      ([status]) => status,
    );
    expect(statuses.filter((status) => status === 200)).to.have.length(3);
  });

  test("a login from an address outside the CIDRs is refused and does not count as a use", async () => {
    const { logIn, role, secretId } = await mountedApprole();
    const [near, far] = [{ remoteAddress: "10.1.2.3" }, { remoteAddress: "10.9.9.9" }];
    const roleId = await role("web", { secret_id_bound_cidrs: "10.0.0.0/8", secret_id_num_uses: 1 });
    const { text } = await secretId("web", { cidr_list: "10.1.0.0/16" });
    expect(await logIn(roleId, text)).to.deep.equal([
      400,
      'source address "127.0.0.1" unauthorized by CIDR restrictions on the role',
    ]);
    expect(await logIn(roleId, text, far)).to.deep.equal([
      400,
      'source address "10.9.9.9" unauthorized through CIDR restrictions on the secret ID',
    ]);
    expect((await logIn(roleId, text, near))[0]).to.equal(200);
  });

  test("a token is bound to the CIDRs of its secret id, or else to those of its role", async () => {
    const { ask, auth, role, secretId } = await mountedApprole();
    const roleId = await role("web", { token_bound_cidrs: "127.0.0.0/8,10.0.0.0/8" });
    const statusFrom = async (remoteAddress: string, token: string) =>
      (await ask("GET", "auth/token/lookup-self", undefined, { token, remoteAddress })).status;
    const wide = String((await auth(roleId, (await secretId("web")).text)).client_token);
    expect([await statusFrom("10.0.0.1", wide), await statusFrom("11.0.0.1", wide)]).to.deep.equal([200, 403]);
    const { text } = await secretId("web", { token_bound_cidrs: "127.0.0.1" });
    const narrow = String((await auth(roleId, text)).client_token);
    expect([await statusFrom("127.0.0.1", narrow), await statusFrom("10.0.0.1", narrow)]).to.deep.equal([200, 403]);
  });

  test("a role without secret ids accepts logins from its CIDRs only", async () => {
    const { logIn, role } = await mountedApprole();
    const roleId = await role("web", { bind_secret_id: false, secret_id_bound_cidrs: "127.0.0.1" });
    expect((await logIn(roleId))[0]).to.equal(200);
    expect((await logIn(roleId, undefined, { remoteAddress: "10.0.0.1" }))[0]).to.equal(400);
  });

  test("five failed logins lock a known or unknown role id for 15 minutes", async () => {
    const { clock, logIn, role, secretId } = await mountedApprole();
    const roleId = await role("web");
    const { text } = await secretId("web");
    for (const id of [roleId, "none"]) {
      for (let i = 0; i < 5; i++) expect(await logIn(id, "wrong")).to.deep.equal(invalid);
      expect(await logIn(id, text)).to.deep.equal([403, "permission denied"]);
    }
    await clock.pass(15 * 60);
    expect((await logIn(roleId, text))[0]).to.equal(200);
  });

  test("a role id above the maximum length is refused and does not cause a lock", async () => {
    const { logIn } = await mountedApprole();
    for (let i = 0; i < 6; i++) expect(await logIn("x".repeat(4097), "wrong")).to.deep.equal(invalid);
  });

  test("a renewal uses the current TTLs of the role and fails if the role was deleted", async () => {
    const { ask, auth, done, role, secretId } = await mountedApprole();
    const roleId = await role("web", { token_ttl: "1h" });
    const token = String((await auth(roleId, (await secretId("web")).text)).client_token);
    await done("POST", "role/web", { token_ttl: "2h" });
    const renewed = await ask("POST", "auth/token/renew", { token });
    expect(renewed.body?.auth).to.deep.include({ lease_duration: 7200 });
    await done("DELETE", "role/web");
    const { status, body } = await ask("POST", "auth/token/renew", { token });
    expect(status).to.be.within(400, 500);
    expect(String(body?.errors)).to.contain('role "web" does not exist during renewal');
  });

  test("clients cannot use the internal path that counts uses", async () => {
    const { outcome, role } = await mountedApprole();
    await role("web");
    expect(await outcome("POST", "role/web/secret-id/spend", { secret_id_key: "x" })).to.deep.equal([
      404,
      "1 error occurred:\n\t* unsupported path\n\n",
    ]);
  });
});
