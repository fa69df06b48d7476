import { suite, test } from "node:test";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { PrefixedNames } from "./prefixed-names.ts";
import { prefixedPath } from "./prefixed-path.ts";

suite("a path with a run's prefix", () => {
  for (const [path, prefixed] of [
    ["colours/sky", "run-colours/sky"],
    ["colours?list=true", "run-colours?list=true"],
    ["//colours//sky", "//run-colours//sky"],
    ["auth/cloud/role/web", "auth/run-cloud/role/web"],
    ["auth/token/create", "auth/token/create"],
    ["auth/token/create/web", "auth/token/create/run-web"],
    ["auth/token/roles/web", "auth/token/roles/run-web"],
    ["auth/token/roles", "auth/token/roles"],
    ["sys/mounts", "sys/mounts"],
    ["sys/mounts/colours/tune", "sys/mounts/run-colours/tune"],
    ["sys/mounts/auth/cloud/tune", "sys/mounts/auth/run-cloud/tune"],
    ["sys/auth/cloud/tune", "sys/auth/run-cloud/tune"],
    ["sys/auth/token/tune", "sys/auth/token/tune"],
    ["sys/policies/acl/painter", "sys/policies/acl/run-painter"],
    ["sys/policy/default", "sys/policy/default"],
    ["sys/policies/password/pin/generate", "sys/policies/password/run-pin/generate"],
    ["sys/leases/lookup/database/creds/app", "sys/leases/lookup/run-database/creds/app"],
    ["sys/leases/revoke-prefix/auth/cloud", "sys/leases/revoke-prefix/auth/run-cloud"],
    ["sys/quotas/rate-limit/often", "sys/quotas/rate-limit/run-often"],
    ["sys/namespaces/team", "sys/namespaces/run-team"],
    ["sys/health", "sys/health"],
    ["identity/entity/name/ada", "identity/entity/name/run-ada"],
    ["identity/entity/id/1", "identity/entity/id/1"],
    ["cubbyhole/x", "cubbyhole/x"],
    ["*", "*"],
    ["+/sky", "+/sky"],
    ["auth/*", "auth/*"],
    ["sys/mounts/*", "sys/mounts/*"],
  ] as const) {
    test(`${path} is ${prefixed}`, () => {
      expect(prefixedPath("run-", path)).to.equal(prefixed);
    });
  }
});

suite("names with a run's prefix", () => {
  const post = (path: string, body: ApiRequest["body"], headers = {}): ApiRequest => ({
    ...{ method: "POST", path, token: "t", headers },
    ...(body === undefined ? {} : { body }),
  });
  for (const [path, body, sent] of [
    [
      "auth/token/create",
      { policies: ["painter", "default"], ttl: "1h" },
      { policies: ["run-painter", "default"], ttl: "1h" },
    ],
    ["auth/cloud/role/web", { token_policies: "a, b" }, { token_policies: "run-a, run-b" }],
    [
      "auth/token/roles/team",
      { allowed_policies_glob: "team-*", disallowed_policies_glob: ["*", "crew-?"] },
      { allowed_policies_glob: "run-team-*", disallowed_policies_glob: ["*", "run-crew-?"] },
    ],
    ["sys/remount", { from: "colours", to: "auth/x" }, { from: "run-colours", to: "auth/run-x" }],
    ["sys/leases/renew", { lease_id: "database/creds/app/1" }, { lease_id: "run-database/creds/app/1" }],
    ["sys/capabilities-self", { paths: ["colours/sky", "sys/mounts"] }, { paths: ["run-colours/sky", "sys/mounts"] }],
    ["sys/quotas/rate-limit/q", { path: "colours/", rate: 3 }, { path: "run-colours/", rate: 3 }],
    ["identity/group", { name: "crew", policies: "p" }, { name: "run-crew", policies: "run-p" }],
    [
      "database/roles/app",
      { db_name: "main", credential_config: { password_policy: "pin" } },
      { db_name: "main", credential_config: { password_policy: "run-pin" } },
    ],
    ["colours/sky", { value: "colours/sky", name: "x" }, { value: "colours/sky", name: "x" }],
    [
      "sys/policies/acl/p",
      { policy: 'path "colours/*" { capabilities = ["read"] }\npath "sys/mounts" {}' },
      { policy: 'path "run-colours/*" { capabilities = ["read"] }\npath "sys/mounts" {}' },
    ],
    [
      "sys/policy/p",
      { policy: '{"path": {"colours/*": {"capabilities": ["read"]}}}' },
      { policy: '{"path":{"run-colours/*":{"capabilities":["read"]}}}' },
    ],
  ] as const) {
    test(`${path} is sent ${JSON.stringify(sent)}`, () => {
      expect(new PrefixedNames("run-").prefixRequest(post(path, body)).body).to.deep.equal(sent);
    });
  }

  test("prefixes a namespace, but not the names inside it", () => {
    const names = new PrefixedNames("run-");
    const headers = { "X-Vault-Namespace": "team/green" };
    const asked = names.prefixRequest(post("sys/policies/acl/p", { policy: 'path "colours/*" {}' }, headers));
    expect([asked.path, asked.headers]).to.deep.equal([
      "sys/policies/acl/p",
      { "X-Vault-Namespace": "run-team/green" },
    ]);
    names.prefixRequest(post("sys/namespaces/team", {}));
    const below = names.prefixRequest(post("team/auth/token/create", { policies: ["p"] }));
    expect([below.path, below.body]).to.deep.equal(["run-team/auth/token/create", { policies: ["p"] }]);
  });

  test("removes the prefix from the texts and keys of a reply, and changes nothing else", () => {
    const body = {
      lease_id: "run-database/creds/app/1",
      errors: ['no role at "run-database/"', "running"],
      data: { tag_value: "v1:p=run-painter", keys: ["default", "run-painter", "theirs"] },
    };
    expect(new PrefixedNames("run-").unprefixReply({ status: 200, headers: {}, body }).body).to.deep.equal({
      lease_id: "database/creds/app/1",
      errors: ['no role at "database/"', "running"],
      data: { tag_value: "v1:p=run-painter", keys: ["default", "painter", "theirs"] },
    });
  });

  test("prefixes the lease ids of the target's namespace behind the namespace", () => {
    const names = new PrefixedNames("run-", "team/tests");
    const body = { lease_id: "team/tests/database/creds/app/1" };
    expect(names.prefixRequest(post("sys/leases/renew", body)).body).to.deep.equal({
      lease_id: "team/tests/run-database/creds/app/1",
    });
  });

  test("a list of names has only those of the scenario and built-in ones; other lists are complete", () => {
    const names = new PrefixedNames("run-");
    const keys = ["default", "root", "run-painter", "theirs"];
    const reply = (path: string, all: readonly string[], headers = {}) =>
      names.unprefixReply(
        { status: 200, headers: {}, body: { data: { keys: all } } },
        { method: "GET", path: `${path}?list=true`, headers },
      );
    const listed = (path: string, headers = {}) => reply(path, keys, headers).body?.data?.keys;
    expect(reply("sys/policies/password", ["theirs"])).to.deep.include({ status: 404, body: { errors: [] } });
    expect(listed("sys/policies/acl")).to.deep.equal(["default", "root", "painter"]);
    expect(listed("auth/cloud/roles")).to.deep.equal(["default", "root", "painter", "theirs"]);
    expect(listed("sys/policies/acl", { "x-vault-namespace": "team" })).to.deep.equal([
      ...["default", "root", "painter", "theirs"],
    ]);
  });

  test("changes no signed text in later replies either", () => {
    const names = new PrefixedNames("run-");
    const reply = (data: Readonly<Record<string, unknown>>) => ({ status: 200, headers: {}, body: { data } });
    names.unprefixReply(reply({ tag_value: "v1:p=run-painter" }));
    const listed = reply({ keys: ["v1:p=run-painter", "run-painter"] });
    expect(names.unprefixReply(listed).body).to.deep.equal({ data: { keys: ["v1:p=run-painter", "painter"] } });
  });

  test("of two objects with the same name, a reply shows only the scenario's", () => {
    const body = {
      data: { keys: ["painter", "run-painter"], "colours/": { type: "theirs" }, "run-colours/": { type: "ours" } },
    };
    expect(new PrefixedNames("run-").unprefixReply({ status: 200, headers: {}, body }).body).to.deep.equal({
      data: { keys: ["painter"], "colours/": { type: "ours" } },
    });
  });
});
