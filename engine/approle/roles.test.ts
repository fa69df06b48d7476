import { suite, test } from "node:test";
import { expect } from "chai";
import { defaultTokenSettings, shownTokenSettings } from "../core/tokens/token-settings.ts";
import { mountedApprole } from "./mounted.suite.ts";

const unset = {
  bind_secret_id: true,
  local_secret_ids: false,
  secret_id_bound_cidrs: null,
  secret_id_num_uses: 0,
  secret_id_ttl: 0,
  ...shownTokenSettings(defaultTokenSettings),
};

suite("approle: roles", () => {
  test("a role is read as written, its name is not case-sensitive, and an update keeps omitted fields", async () => {
    const { data, done, outcome } = await mountedApprole();
    expect(await outcome("GET", "role/web")).to.deep.equal([404, undefined]);
    await done("POST", "role/Web", {});
    expect(await data("GET", "role/wEB")).to.deep.equal(unset);
    await done("PUT", "role/web", { token_policies: "b,a", secret_id_ttl: "1h", secret_id_num_uses: "5", period: 60 });
    await done("POST", "role/web", { secret_id_bound_cidrs: "10.0.0.0/8,127.0.0.1" });
    expect(await data("GET", "role/web")).to.deep.equal({
      ...unset,
      period: 60,
      secret_id_bound_cidrs: ["10.0.0.0/8", "127.0.0.1"],
      secret_id_num_uses: 5,
      secret_id_ttl: 3600,
      token_period: 60,
      token_policies: ["a", "b"],
    });
  });

  test("roles are listed in order, and a role can be deleted twice", async () => {
    const { data, done, outcome } = await mountedApprole();
    expect(await outcome("LIST", "role")).to.deep.equal([404, undefined]);
    for (const name of ["b", "A", "c.d-e"]) await done("POST", `role/${name}`, {});
    expect(await data("LIST", "role")).to.deep.equal({ keys: ["a", "b", "c.d-e"] });
    await done("DELETE", "role/B");
    await done("DELETE", "role/b");
    expect(await data("GET", "role?list=true")).to.deep.equal({ keys: ["a", "c.d-e"] });
  });

  test("a role id is generated or supplied, and belongs to one role only", async () => {
    const { data, done, logIn, outcome, role, secretId } = await mountedApprole();
    const generated = await role("web");
    expect(generated).to.match(/^[\da-f]{8}-[\da-f]{4}-4/);
    await done("POST", "role/web/role-id", { role_id: "mine" });
    expect(await data("GET", "role/web/role-id")).to.deep.equal({ role_id: "mine" });
    const { text } = await secretId("web");
    expect(await logIn(generated, text)).to.deep.equal([400, "invalid role or secret ID"]);
    expect((await logIn("mine", text))[0]).to.equal(200);
    expect(await outcome("POST", "role/other", { role_id: "mine" })).to.deep.equal([400, "role_id already in use"]);
    expect((await outcome("GET", "role/other"))[0]).to.equal(404);
    await done("POST", "role/successor", { role_id: generated });
    await done("POST", "role/web", { role_id: "mine" });
    await done("DELETE", "role/web");
    await done("POST", "role/other", { role_id: "mine" });
    expect(await outcome("POST", "role/web/role-id", {})).to.deep.equal([400, "missing role_id"]);
  });

  test("invalid settings are refused", async () => {
    const { done, outcome } = await mountedApprole();
    for (const [fields, text] of [
      [{ secret_id_num_uses: -1 }, "secret_id_num_uses cannot be negative"],
      [{ secret_id_bound_cidrs: "bogus" }, "invalid CIDR blocks"],
      [{ bind_secret_id: false }, "at least one constraint should be enabled on the role"],
      [{ role_id: "" }, "invalid role_id supplied, or failed to generate a role_id"],
      [{ role_id: "x".repeat(4097) }, "role_id is too long"],
      [
        { token_period: "9999h" },
        'period of "9999h0m0s" is greater than the backend\'s maximum lease TTL of "768h0m0s"',
      ],
      [{ token_ttl: 2, token_max_ttl: 1 }, "'token_ttl' cannot be greater than 'token_max_ttl'"],
    ] as const) {
      expect(await outcome("POST", "role/web", fields)).to.deep.equal([400, text]);
    }
    await done("POST", "role/web", { bind_secret_id: false, token_bound_cidrs: "127.0.0.1" });
    await done("POST", "role/web", { local_secret_ids: false });
    expect(await outcome("POST", "role/web", { local_secret_ids: true })).to.deep.equal([
      400,
      "local_secret_ids can only be modified during role creation",
    ]);
  });

  test("a max TTL above the mount's is stored, with a warning", async () => {
    const { ask } = await mountedApprole();
    const { status, body } = await ask("POST", "auth/programs/role/web", { token_max_ttl: "9999h" });
    expect([status, body?.warnings]).to.deep.equal([
      200,
      [
        "token_max_ttl is greater than the backend mount's maximum TTL value; issued tokens' max TTL value will be truncated",
      ],
    ]);
  });
});

suite("approle: role settings with their own paths", () => {
  for (const [path, field, value, shown, unset] of [
    ["policies", "token_policies", "b,a", ["a", "b"], []],
    ["bind-secret-id", "bind_secret_id", "false", false, true],
    ["secret-id-bound-cidrs", "secret_id_bound_cidrs", "10.0.0.1", ["10.0.0.1"], null],
    ["bound-cidr-list", "bound_cidr_list", "10.0.0.1", ["10.0.0.1"], null],
    ["token-bound-cidrs", "token_bound_cidrs", "10.0.0.1", ["10.0.0.1"], []],
    ["secret-id-num-uses", "secret_id_num_uses", 5, 5, 0],
    ["secret-id-ttl", "secret_id_ttl", "1h", 3600, 0],
    ["token-num-uses", "token_num_uses", 5, 5, 0],
    ["token-ttl", "token_ttl", "1h", 3600, 0],
    ["token-max-ttl", "token_max_ttl", "1h", 3600, 0],
    ["period", "token_period", "1h", 3600, 0],
  ] as const) {
    test(`${path} can be read, written and reset`, async () => {
      const { data, done, outcome } = await mountedApprole();
      const settingPath = `role/web/${path}`;
      expect(await outcome("GET", settingPath)).to.deep.equal([404, undefined]);
      expect(await outcome("POST", settingPath, { [field]: value })).to.deep.equal([
        404,
        "1 error occurred:\n\t* unsupported path\n\n",
      ]);
      await done("DELETE", settingPath);
      await done("POST", "role/web", path === "bind-secret-id" ? { token_bound_cidrs: "127.0.0.1" } : {});
      expect(await data("GET", settingPath)).to.deep.equal({ [field]: unset });
      await done("POST", settingPath, { [field]: value });
      expect(await data("GET", settingPath)).to.deep.equal({ [field]: shown });
      expect(await outcome("POST", settingPath, {})).to.deep.equal([400, `missing ${field}`]);
      await done("DELETE", settingPath);
      expect(await data("GET", settingPath)).to.deep.equal({ [field]: unset });
    });
  }

  test("local-secret-ids can only be read", async () => {
    const { data, done, outcome } = await mountedApprole();
    await done("POST", "role/web", { local_secret_ids: true });
    expect(await data("GET", "role/web/local-secret-ids")).to.deep.equal({ local_secret_ids: true });
    expect((await outcome("POST", "role/web/local-secret-ids", { local_secret_ids: false }))[0]).to.equal(405);
  });

  test("deprecated field names are accepted", async () => {
    const { data, done } = await mountedApprole();
    await done("POST", "role/web", {});
    await done("POST", "role/web/policies", { policies: "x" });
    await done("POST", "role/web/period", { period: 60 });
    expect(await data("GET", "role/web/policies")).to.deep.equal({ policies: ["x"], token_policies: ["x"] });
    expect(await data("GET", "role/web/period")).to.deep.equal({ period: 60, token_period: 60 });
  });
});
