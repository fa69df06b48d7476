import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../../engine.suite.ts";

async function policyFixture() {
  const { ask } = await loneEngine();
  for (const [path, type] of [
    ["people", "userpass"],
    ["programs", "approle"],
    ["cloud", "cloud"],
  ]) {
    expect((await ask("POST", `sys/auth/${path}`, { type: type ?? "" })).status).to.equal(204);
  }
  const all = '{ capabilities = ["create", "read", "update", "delete", "list", "sudo"] }';
  return {
    ask,
    async under(rules: string, namespace = "") {
      const headers = { "x-vault-namespace": namespace };
      const policy = `path "*" ${all}\n${rules}`;
      expect((await ask("PUT", "sys/policies/acl/p", { policy }, { headers })).status).to.equal(204);
      const { body } = await ask("POST", "auth/token/create", { policies: ["p"] }, { headers });
      const { client_token: token = "" } = (body?.auth ?? {}) as { client_token?: string };
      const inside = (path: string) => ({ token, headers: { "x-vault-namespace": path } });
      const status = async (method: string, path: string, fields?: Parameters<typeof ask>[2], at = namespace) =>
        (await ask(method, path, fields, inside(at))).status;
      const capabilitiesAt = async (path: string, at = namespace) => {
        const { body } = await ask("POST", "sys/capabilities-self", { paths: [path] }, inside(at));
        return body?.capabilities;
      };
      return Object.assign(status, { capabilitiesAt });
    },
  };
}

function eitherSide(path: string, other: string): readonly (readonly [denied: string, requested: string])[] {
  return [
    [path, other],
    [other, path],
    [other, other],
  ];
}

suite("a policy compares names as their endpoints do", () => {
  for (const [what, path, variant, fields] of [
    ["a user", "auth/people/users/admin", "auth/people/users/ADMIN", { password: "x" }],
    ["a user's password", "auth/people/users/admin/password", "auth/people/users/aDmin/password", { password: "x" }],
    ["a program's role", "auth/programs/role/admin", "auth/programs/role/Admin", {}],
    ["a program's secret ids", "auth/programs/role/admin/secret-id", "auth/programs/role/ADMIN/secret-id", {}],
    ["a cloud role", "auth/cloud/role/admin", "auth/cloud/role/ADMIN", { auth_type: "iam" }],
    ["a policy", "sys/policies/acl/admin", "sys/policies/acl/ADMIN", { policy: 'path "a" {}' }],
    ["a policy with slashes", "sys/policies/acl/a/admin", "sys/policies/acl/A/Admin", { policy: 'path "a" {}' }],
    ["an entity", "identity/entity/name/admin", "identity/entity/name/ADMIN", {}],
    ["a header", "sys/config/auditing/request-headers/x-a", "sys/config/auditing/request-headers/X-A", {}],
  ] as const) {
    test(`${what}: \`deny\` applies to names in any case, in the rule or in the request`, async () => {
      const { under } = await policyFixture();
      for (const [denied, requested] of eitherSide(path, variant)) {
        const ask = await under(`path "${denied}" { capabilities = ["deny"] }`);
        expect(await ask("POST", requested, fields), `${requested} where ${denied} is denied`).to.equal(403);
      }
    });
  }

  test("patterns ignore case only in segments whose endpoints do", async () => {
    const { under } = await policyFixture();
    const deny = '{ capabilities = ["deny"] }';
    const ask = await under(`path "auth/+/users/Ad*" ${deny}\npath "auth/PEOPLE/*" ${deny}\npath "kv1/ADMIN" ${deny}`);
    expect(await ask("POST", "auth/people/users/adMIN", { password: "x" })).to.equal(403);
    expect(await ask("POST", "auth/people/users/ben", { password: "x" })).to.equal(204);
    expect(await ask("POST", "sys/mounts/kv1", { type: "kv" })).to.equal(204);
    expect(await ask("POST", "kv1/admin", { v: 1 })).to.equal(204);
    expect(await ask("POST", "kv1/ADMIN", { v: 1 })).to.equal(403);
  });

  test("a grant for a name applies to it in any case", async () => {
    const { ask } = await policyFixture();
    const policy = 'path "auth/people/users/Ada" { capabilities = ["create", "update"] }';
    await ask("PUT", "sys/policies/acl/ada", { policy });
    const { body } = await ask("POST", "auth/token/create", { policies: ["ada"] });
    const { client_token: token = "" } = (body?.auth ?? {}) as { client_token?: string };
    const status = async (name: string) =>
      (await ask("POST", `auth/people/users/${name}`, { password: "x" }, { token })).status;
    expect([await status("Ada"), await status("ada"), await status("adam")]).to.deep.equal([204, 204, 403]);
  });

  test("a policy of a parent namespace ignores case too", async () => {
    const { ask, under } = await policyFixture();
    await ask("POST", "sys/namespaces/team", {});
    const inTeam = { headers: { "x-vault-namespace": "team" } };
    expect((await ask("POST", "sys/auth/people", { type: "userpass" }, inTeam)).status).to.equal(204);
    const requested = await under('path "team/auth/people/users/admin" { capabilities = ["deny"] }');
    expect(await requested("POST", "auth/people/users/ADMIN", { password: "x" }, "team")).to.equal(403);
    expect(await requested("POST", "auth/people/users/ben", { password: "x" }, "team")).to.equal(204);
  });
});

suite("sys/capabilities reports the result that a request would have", () => {
  const deny = '{ capabilities = ["deny"] }';

  for (const [what, path, variant] of [
    ["a user", "auth/people/users/admin", "auth/people/users/ADMIN"],
    ["a program's role", "auth/programs/role/admin/secret-id", "auth/programs/role/Admin/secret-id"],
    ["a cloud role", "auth/cloud/role/admin", "auth/cloud/role/ADMIN"],
    ["a policy with slashes", "sys/policies/acl/a/admin", "sys/policies/acl/A/Admin"],
    ["an entity", "identity/entity/name/admin", "identity/entity/name/ADMIN"],
  ] as const) {
    test(`${what}, in any case, in the rule or in the request`, async () => {
      const { under } = await policyFixture();
      for (const [denied, requested] of eitherSide(path, variant)) {
        const { capabilitiesAt } = await under(`path "${denied}" ${deny}`);
        expect(await capabilitiesAt(requested), `${requested} where ${denied} is denied`).to.deep.equal(["deny"]);
        expect(await capabilitiesAt(`/${requested}`), `/${requested} where ${denied} is denied`).to.deep.equal([
          "deny",
        ]);
      }
    });
  }

  test("names of case-sensitive endpoints are compared exactly", async () => {
    const { ask, under } = await policyFixture();
    expect((await ask("POST", "sys/mounts/kv1", { type: "kv" })).status).to.equal(204);
    const { capabilitiesAt } = await under(`path "kv1/ADMIN" ${deny}\npath "nothing/ADMIN" ${deny}`);
    expect(await capabilitiesAt("kv1/ADMIN")).to.deep.equal(["deny"]);
    expect(await capabilitiesAt("kv1/admin")).to.include("update");
    expect(await capabilitiesAt("nothing/admin")).to.include("update");
  });

  test("from a parent namespace and from within", async () => {
    const { ask, under } = await policyFixture();
    await ask("POST", "sys/namespaces/team", {});
    await ask("POST", "sys/auth/people", { type: "userpass" }, { headers: { "x-vault-namespace": "team" } });
    const above = await under(`path "team/auth/people/users/admin" ${deny}`);
    expect(await above.capabilitiesAt("team/auth/people/users/ADMIN")).to.deep.equal(["deny"]);
    expect(await above.capabilitiesAt("auth/people/users/ADMIN", "team")).to.deep.equal(["deny"]);
    expect(await above.capabilitiesAt("auth/people/users/ADMIN")).to.include("update");
    const within = await under(`path "auth/people/users/admin" ${deny}`, "team");
    expect(await within.capabilitiesAt("auth/people/users/ADMIN")).to.deep.equal(["deny"]);
  });

  test("lists below a name in any case", async () => {
    const { under } = await policyFixture();
    const { capabilitiesAt } = await under(`path "auth/programs/role/ADMIN/secret-id/" ${deny}`);
    expect(await capabilitiesAt("auth/programs/role/admin/secret-id")).to.not.include("list");
    expect(await capabilitiesAt("auth/programs/role/ben/secret-id")).to.include("list");
  });
});

suite("a policy checks fields by the value that they set", () => {
  for (const [what, rule, fields] of [
    ["a deprecated name", 'denied_parameters = { "token_policies" = ["admin"] }', { policies: "admin" }],
    ["the current name", 'denied_parameters = { "policies" = ["admin"] }', { token_policies: "admin" }],
    ["another case", 'denied_parameters = { "token_policies" = ["admin"] }', { token_policies: "x, ADMIN" }],
    ["both", 'denied_parameters = { "token_policies" = ["Admin"] }', { policies: ["x", "ADMIN"] }],
    ["the alias of any value", 'denied_parameters = { "token_ttl" = [] }', { ttl: "1h" }],
    ["a pattern in another case", 'denied_parameters = { "token_policies" = ["Adm*"] }', { policies: "ADMIN" }],
    ["another notation of a time", 'denied_parameters = { "token_ttl" = ["1h"] }', { token_ttl: 3600 }],
    ["a number's text", 'denied_parameters = { "token_num_uses" = [0] }', { token_num_uses: "0" }],
    ["a text's number", 'denied_parameters = { "token_num_uses" = ["7"] }', { token_num_uses: 7 }],
    ["a number with a sign", 'denied_parameters = { "token_num_uses" = [7] }', { token_num_uses: "+07" }],
    [
      "a truth's text",
      'denied_parameters = { "token_no_default_policy" = [true] }',
      { token_no_default_policy: "true" },
    ],
    [
      "another word for a boolean",
      'denied_parameters = { "token_no_default_policy" = [true] }',
      { token_no_default_policy: "T" },
    ],
    [
      "a number for a boolean",
      'denied_parameters = { "token_no_default_policy" = ["true"] }',
      { token_no_default_policy: 1 },
    ],
    ["an alias that is not allowed", 'allowed_parameters = { "token_ttl" = ["1h"], "password" = [] }', { ttl: "2h" }],
  ] as const) {
    test(`${what} is refused`, async () => {
      const { under } = await policyFixture();
      const ask = await under(`path "auth/people/users/+" {\n capabilities = ["create", "update"]\n ${rule}\n}`);
      expect(await ask("POST", "auth/people/users/eve", { password: "x", ...fields })).to.equal(403);
    });
  }

  for (const [what, path, name, fields] of [
    ["a token's time", "auth/token/create", "ttl", { ttl: 3600 }],
    ["a token's time in minutes", "auth/token/create", "ttl", { ttl: "60m" }],
    ["a token's time by its former name", "auth/token/create", "ttl", { lease: "3600" }],
    ["a period", "auth/token/create", "period", { period: "3600s" }],
    ["a mount's time", "sys/mounts/people/tune", "max_lease_ttl", { max_lease_ttl: "60m" }],
  ] as const) {
    test(`${what} is refused in any notation`, async () => {
      const { under } = await policyFixture();
      const all = 'capabilities = ["create", "update", "sudo"]';
      const ask = await under(`path "${path}" {\n ${all}\n denied_parameters = { "${name}" = ["1h"] }\n}`);
      expect(await ask("POST", path, fields)).to.equal(403);
    });
  }

  test("a time that is not denied is accepted, and so is a word that sets none", async () => {
    const { under } = await policyFixture();
    const all = 'capabilities = ["create", "update", "sudo"]';
    const rules = `path "auth/token/create" {\n ${all}\n denied_parameters = { "ttl" = ["1h"] }\n}
      path "sys/auth/people/tune" {\n ${all}\n denied_parameters = { "max_lease_ttl" = ["1h"] }\n}`;
    const ask = await under(rules);
    expect(await ask("POST", "auth/token/create", { ttl: "61m" })).to.equal(200);
    expect(await ask("POST", "sys/auth/people/tune", { max_lease_ttl: "system" })).to.equal(204);
  });

  test("allowed and required parameters apply to both names of a field, and to no others", async () => {
    const { under } = await policyFixture();
    const ask = await under(`path "auth/people/users/+" {
      capabilities = ["create", "update"]
      allowed_parameters = { "password" = [], "token_policies" = ["a", "b"], "token_ttl" = ["1h"] }
      required_parameters = ["token_policies"]
    }`);
    const status = (fields: Record<string, string | number>) =>
      ask("POST", "auth/people/users/eve", { password: "x", ...fields });
    expect(await status({ policies: "A,b", ttl: 3600 })).to.equal(204);
    expect(await status({ policies: "a,c" })).to.equal(403);
    expect(await status({ token_ttl: "1h" })).to.equal(403);
  });
});
