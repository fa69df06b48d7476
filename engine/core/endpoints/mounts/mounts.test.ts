import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json, JsonObject } from "../../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../../engine.suite.ts";
import { storeWithoutLateValues } from "../../../ports/late-values.suite.ts";

async function send(
  { ask }: LoneEngine,
  [method, path, body, token = "root"]: readonly [string, string, (Json | undefined)?, string?],
): Promise<string> {
  const reply = await ask(method, path, body, { token });
  const { errors, data, warnings } = reply.body ?? {};
  const text = errors ?? (data === null ? undefined : data);
  return [reply.status, ...[text, warnings].flatMap((part) => (part ? [JSON.stringify(part)] : []))].join(" ");
}

async function dataOf({ ask }: LoneEngine, path: string): Promise<JsonObject> {
  return (await ask("GET", path)).body?.data as JsonObject;
}

const mountNames = /_[0-9a-f]{8}"|"[0-9a-f]{8}-[-0-9a-f]{27}"/g;

function withoutNames(text: string): string {
  return text.replace(mountNames, (found) => (found.startsWith("_") ? '_…"' : '"…"'));
}

suite("mounts", () => {
  test("every namespace has its built-in mounts, with accessors and uuids of its own", async () => {
    const lone = await loneEngine();
    const secret = await dataOf(lone, "sys/mounts");
    const auth = await dataOf(lone, "sys/auth");
    const shape = (entry: Json) => {
      const { type, description, local, seal_wrap, config } = entry as JsonObject;
      return JSON.stringify([type, description, local, seal_wrap, config]);
    };
    expect(Object.entries({ ...secret, ...auth }).map(([path, entry]) => `${path} ${shape(entry)}`)).to.include.members(
      [
        'cubbyhole/ ["cubbyhole","per-token private secret storage",true,false,{"default_lease_ttl":0,"force_no_cache":false,"max_lease_ttl":0}]',
        'identity/ ["identity","identity store",false,false,{"default_lease_ttl":0,"force_no_cache":false,"max_lease_ttl":0,"passthrough_request_headers":["Authorization"]}]',
        'sys/ ["system","system endpoints used for control, policy and debugging",false,true,{"default_lease_ttl":0,"force_no_cache":false,"max_lease_ttl":0,"passthrough_request_headers":["Accept"]}]',
        'token/ ["token","token based credentials",false,false,{"default_lease_ttl":0,"force_no_cache":false,"max_lease_ttl":0,"token_type":"default-service"}]',
      ],
    );
    const token = auth["token/"] as JsonObject;
    expect(token.accessor).to.match(/^auth_token_[0-9a-f]{8}$/);
    expect(token).not.to.have.property("deprecation_status");
    const again = await loneEngine(lone.store);
    expect(await dataOf(again, "sys/auth")).to.deep.equal(auth);
  });

  test("all settings of an enabled mount are read back", async () => {
    const lone = await loneEngine();
    const config = {
      default_lease_ttl: "1h",
      max_lease_ttl: 7200,
      force_no_cache: true,
      listing_visibility: "unauth",
      passthrough_request_headers: ["X-B", "X-A"],
      allowed_response_headers: "X-D,X-C",
      audit_non_hmac_request_keys: ["r"],
      audit_non_hmac_response_keys: ["s"],
      token_type: "default-batch",
    };
    const fields = { type: "userpass", description: "people", config, options: { a: 1 }, seal_wrap: true };
    expect(await send(lone, ["POST", "sys/auth/deep/people", fields])).to.equal("204");
    const read = await send(lone, ["GET", "sys/auth/deep/people"]);
    expect(withoutNames(read)).to.equal(
      '200 {"accessor":"auth_userpass_…","config":{"default_lease_ttl":3600,"force_no_cache":true,"max_lease_ttl":7200,' +
        '"allowed_response_headers":["X-D","X-C"],"audit_non_hmac_request_keys":["r"],"audit_non_hmac_response_keys":["s"],' +
        '"passthrough_request_headers":["X-B","X-A"],"listing_visibility":"unauth","token_type":"default-batch"},' +
        '"deprecation_status":"supported","description":"people","external_entropy_access":false,"local":false,"options":{"a":"1"},' +
        '"plugin_version":"","running_plugin_version":"v1.14.9+builtin.vault","running_sha256":"","seal_wrap":true,"type":"userpass","uuid":"…"}',
    );
    expect(await send(lone, ["GET", "sys/auth/deep/people/"])).to.equal(read);
    expect(await send(lone, ["GET", "sys/mounts/auth/deep/people"])).to.equal(read);
    expect((await dataOf(lone, "sys/auth"))["deep/people/"]).to.deep.equal(await dataOf(lone, "sys/auth/deep/people"));
  });

  for (const [claim, call, answer] of [
    ["a path in use", ["POST", "sys/mounts/kv", { type: "kv" }], '400 ["path is already in use at kv/"]'],
    ["a path below a mount", ["POST", "sys/mounts/kv/deeper", { type: "kv" }], '400 ["path is already in use at kv/"]'],
    ["a path above a mount", ["POST", "sys/mounts/deep", { type: "kv" }], '400 ["path is already in use at deep/kv/"]'],
    ["an auth path in use", ["POST", "sys/auth/people", { type: "aws" }], '400 ["path is already in use at people/"]'],
    ["a path next to a mount", ["POST", "sys/mounts/kv2", { type: "kv" }], "204"],
    ["a name with a space", ["POST", "sys/mounts/a%20b", { type: "kv" }], "204"],
    ["an unknown type", ["POST", "sys/mounts/x", { type: "nope" }], '400 ["plugin not found in the catalog: nope"]'],
    ["no type", ["POST", "sys/mounts/x", {}], '400 ["backend type must be specified as a string"]'],
    ["sys", ["POST", "sys/mounts/sys", { type: "kv" }], '400 ["cannot mount \\"sys/\\""]'],
    ["below sys", ["POST", "sys/mounts/sys/x", { type: "kv" }], '400 ["cannot mount \\"sys/x/\\""]'],
    ["auth", ["POST", "sys/mounts/auth", { type: "kv" }], '400 ["cannot mount \\"auth/\\""]'],
    ["cubbyhole", ["POST", "sys/mounts/cubbyhole", { type: "kv" }], '400 ["cannot mount \\"cubbyhole/\\""]'],
    [
      "a second identity",
      ["POST", "sys/mounts/x", { type: "identity" }],
      '400 ["mount type of \\"identity\\" is not mountable"]',
    ],
    [
      "a second cubbyhole",
      ["POST", "sys/mounts/x", { type: "cubbyhole" }],
      '400 ["mount type of \\"cubbyhole\\" is not mountable"]',
    ],
    [
      "a second token method",
      ["POST", "sys/auth/x", { type: "token" }],
      '400 ["token credential backend cannot be instantiated"]',
    ],
    [
      "an unknown kv version",
      ["POST", "sys/mounts/x", { type: "kv", options: { version: 3 } }],
      '400 ["nil backend of type \\"kv\\" returned from factory"]',
    ],
    [
      "an invalid duration",
      ["POST", "sys/mounts/x", { type: "kv", config: { default_lease_ttl: "bogus" } }],
      '400 ["unable to parse default TTL of bogus: time: invalid duration \\"bogus\\""]',
    ],
    [
      "a default TTL above the maximum",
      ["POST", "sys/mounts/x", { type: "kv", config: { default_lease_ttl: 60, max_lease_ttl: 5 } }],
      '400 ["given default lease TTL greater than given max lease TTL"]',
    ],
    [
      "a TTL above the system's maximum",
      ["POST", "sys/mounts/x", { type: "kv", config: { default_lease_ttl: "769h" } }],
      '400 ["given default lease TTL greater than system max lease TTL of 2764800"]',
    ],
    [
      "an invalid token type",
      ["POST", "sys/auth/x", { type: "userpass", config: { token_type: "x" } }],
      "400 [\"invalid value for 'token_type'\"]",
    ],
    [
      "an invalid config",
      ["POST", "sys/mounts/x", { type: "kv", config: { max_lease_ttl: [1] } }],
      '400 ["unable to convert given mount config information"]',
    ],
    [
      "an invalid visibility",
      ["POST", "sys/mounts/x", { type: "kv", config: { listing_visibility: "all" } }],
      '400 ["invalid listing_visibility all"]',
    ],
    ["an unknown mount", ["GET", "sys/mounts/none"], '400 ["No secret engine mount at none/"]'],
    ["an unknown auth method", ["GET", "sys/auth/none"], '400 ["No auth engine at none/"]'],
    [
      "an unknown auth method by `sys/mounts`",
      ["GET", "sys/mounts/auth/x"],
      '400 ["No secret engine mount at auth/x/"]',
    ],
    ["a list", ["LIST", "sys/mounts"], '404 ["1 error occurred:\\n\\t* unsupported path\\n\\n"]'],
    ["disabling an unknown mount", ["DELETE", "sys/mounts/none"], "204"],
    ["disabling sys", ["DELETE", "sys/mounts/sys"], '400 ["cannot unmount \\"sys/\\""]'],
    ["disabling token", ["DELETE", "sys/auth/token"], '400 ["token credential backend cannot be disabled"]'],
    [
      "tuning an unknown mount",
      ["POST", "sys/mounts/none/tune", {}],
      '400 ["tune of path \\"none/\\" failed: no mount entry found"]',
    ],
    [
      "reading the tuning of an unknown mount",
      ["GET", "sys/auth/none/tune"],
      '400 ["cannot fetch sysview for path \\"auth/none/\\""]',
    ],
    ["tuning sys", ["POST", "sys/mounts/sys/tune", {}], '400 ["cannot tune \\"sys/\\""]'],
    [
      "a tuned default TTL above the maximum",
      ["POST", "sys/mounts/kv/tune", { default_lease_ttl: "1h", max_lease_ttl: "60" }],
      '400 ["backend max lease TTL of 60 would be less than backend default lease TTL of 3600"]',
    ],
    [
      "an invalid tuned duration",
      ["POST", "sys/mounts/kv/tune", { max_lease_ttl: "bogus" }],
      '400 ["time: invalid duration \\"bogus\\""]',
    ],
    [
      "an invalid tuned visibility",
      ["POST", "sys/mounts/kv/tune", { listing_visibility: "bogus" }],
      '400 ["invalid listing_visibility bogus"]',
    ],
    [
      "a token type of a secrets engine",
      ["POST", "sys/mounts/kv/tune", { token_type: "batch" }],
      "400 [\"'token_type' can only be modified on auth mounts\"]",
    ],
    [
      "a token type of the token method",
      ["POST", "sys/auth/token/tune", { token_type: "batch" }],
      "400 [\"'token_type' cannot be set for 'token' or 'ns_token' auth mounts\"]",
    ],
    [
      "an invalid tuned token type",
      ["POST", "sys/auth/people/tune", { token_type: "x" }],
      "400 [\"invalid value for 'token_type'\"]",
    ],
    [
      "a kv version that is not a number",
      ["POST", "sys/mounts/kv/tune", { options: { version: "x" } }],
      '400 ["unable to parse options: strconv.ParseInt: parsing \\"x\\": invalid syntax"]',
    ],
    [
      "a tuned kv version that is unknown",
      ["POST", "sys/mounts/kv/tune", { options: { version: "3" } }],
      '400 ["invalid version provided: 3"]',
    ],
    [
      "a kv downgrade",
      ["POST", "sys/mounts/v2/tune", { options: { version: "1" } }],
      '400 ["cannot downgrade mount from version 2"]',
    ],
    [
      "a kv upgrade",
      ["POST", "sys/mounts/kv/tune", { options: { version: "2" } }],
      '200 ["Upgrading mount from version 0 to version 2. This mount will be unavailable for a brief period and will resume service shortly."]',
    ],
    [
      "moving an unknown mount",
      ["POST", "sys/remount", { from: "none", to: "x" }],
      '400 ["no matching mount at \\"none/\\""]',
    ],
    [
      "moving a mount to the path of another",
      ["POST", "sys/remount", { from: "kv", to: "v2" }],
      '400 ["path already in use at \\"v2/\\""]',
    ],
    ["moving sys", ["POST", "sys/remount", { from: "sys", to: "x" }], '400 ["cannot remount \\"sys/\\""]'],
    [
      "moving without a target",
      ["POST", "sys/remount", { from: "kv" }],
      "400 [\"both 'from' and 'to' path must be specified as a string\"]",
    ],
    [
      "moving a secrets engine to an auth path",
      ["POST", "sys/remount", { from: "kv", to: "auth/x" }],
      '400 ["cannot remount to destination auth/x/"]',
    ],
    [
      "moving an auth method to a secrets path",
      ["POST", "sys/remount", { from: "auth/people", to: "x" }],
      '400 ["cannot remount auth mount to non-auth mount \\"x/\\""]',
    ],
    ["the status of an unknown move", ["GET", "sys/remount/status/none"], "404 []"],
    [
      "the mount of a path without a mount",
      ["GET", "sys/internal/ui/mounts/nope/foo"],
      '403 ["preflight capability check returned 403, please ensure client\'s policies grant access to path \\"nope/foo/\\""]',
    ],
    [
      "the mount of a path, read without a token",
      ["GET", "sys/internal/ui/mounts/kv", undefined, ""],
      '403 ["permission denied"]',
    ],
    [
      "the list of mounts, read with an invalid token",
      ["GET", "sys/internal/ui/mounts", undefined, "bad"],
      '403 ["permission denied"]',
    ],
    ["an unknown plugin", ["GET", "sys/plugins/catalog/secret/none"], "404 []"],
    [
      "the plugins of a type",
      ["LIST", "sys/plugins/catalog/auth"],
      '200 {"keys":["approle","aws","cloud","userpass"]}',
    ],
    [
      "a plugin",
      ["GET", "sys/plugins/catalog/database/postgresql-database-plugin"],
      '200 {"args":null,"builtin":true,"command":"","deprecation_status":"supported","name":"postgresql-database-plugin","sha256":"","version":"v1.14.9+builtin.vault"}',
    ],
    [
      "registration of an external plugin",
      ["PUT", "sys/plugins/catalog/secret/mine", { sha256: "0", command: "x" }],
      '400 ["external plugins are not supported; all plugins are built in"]',
    ],
    [
      "a reload without plugin and mounts",
      ["PUT", "sys/plugins/reload/backend", {}],
      '400 ["plugin or mounts must be provided"]',
    ],
  ] as const satisfies readonly (readonly [
    string,
    readonly [string, string, (Json | undefined)?, string?],
    string,
  ])[]) {
    test(`${claim}: ${answer.slice(0, 3)}`, async () => {
      const lone = await loneEngine();
      await lone.ask("POST", "sys/mounts/kv", { type: "kv" });
      await lone.ask("POST", "sys/mounts/v2", { type: "kv-v2" });
      await lone.ask("POST", "sys/mounts/deep/kv", { type: "kv" });
      await lone.ask("POST", "sys/auth/people", { type: "userpass" });
      expect(await send(lone, call)).to.equal(answer);
    });
  }

  test("auth methods need sudo, secrets engines do not", async () => {
    const lone = await loneEngine();
    const policy = 'path "sys/*" { capabilities = ["create", "read", "update", "delete", "list"] }';
    await lone.ask("POST", "sys/policies/acl/operator", { policy });
    const { body } = await lone.ask("POST", "auth/token/create", { policies: ["operator"] });
    const token = String(((body?.auth ?? {}) as JsonObject).client_token);
    const statusOf = async (method: string, path: string, fields?: Json) =>
      (await lone.ask(method, path, fields, { token })).status;
    expect(await statusOf("POST", "sys/mounts/kv", { type: "kv" })).to.equal(204);
    expect(await statusOf("POST", "sys/mounts/kv/tune", {})).to.equal(204);
    expect(await statusOf("GET", "sys/auth")).to.equal(200);
    expect(await statusOf("POST", "sys/auth/people", { type: "userpass" })).to.equal(403);
    expect(await statusOf("GET", "sys/auth/token")).to.equal(403);
    expect(await statusOf("DELETE", "sys/auth/token")).to.equal(403);
    expect(await statusOf("POST", "sys/auth/token/tune", {})).to.equal(403);
    expect(await statusOf("POST", "sys/mounts/auth/token/tune", {})).to.equal(204);
    expect(await statusOf("POST", "sys/remount", { from: "kv", to: "x" })).to.equal(403);
  });

  test("of two concurrent requests that enable a mount at one path, one is refused", async () => {
    const lone = await loneEngine();
    const both = await Promise.all([1, 2].map(() => send(lone, ["POST", "sys/mounts/kv", { type: "kv" }])));
    expect(both.sort()).to.deep.equal(["204", '400 ["path is already in use at kv/"]']);
  });
});

suite("tuning", () => {
  test("shows effective and set values, and `system` or 0 reset them", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/auth/people", { type: "userpass" });
    const tune = (fields: JsonObject) => send(lone, ["POST", "sys/mounts/auth/people/tune", fields]);
    const shown = () => send(lone, ["GET", "sys/auth/people/tune"]);
    const unset =
      '200 {"default_lease_ttl":2764800,"description":"","force_no_cache":false,"max_lease_ttl":2764800,"token_type":"default-service"}';
    expect(await shown()).to.equal(unset);
    const fields = {
      default_lease_ttl: "1h",
      max_lease_ttl: 7200,
      description: "x",
      audit_non_hmac_request_keys: ["a"],
    };
    expect(await tune({ ...fields, listing_visibility: "hidden", token_type: "batch" })).to.equal("204");
    expect(await shown()).to.equal(
      '200 {"default_lease_ttl":3600,"description":"x","force_no_cache":false,"max_lease_ttl":7200,"audit_non_hmac_request_keys":["a"],"listing_visibility":"hidden","token_type":"batch"}',
    );
    expect(await tune({})).to.equal("204");
    expect(await shown()).to.contain('"default_lease_ttl":3600');
    const back = { default_lease_ttl: "system", max_lease_ttl: 0, description: "", audit_non_hmac_request_keys: [] };
    expect(await tune({ ...back, listing_visibility: "", token_type: "default-service" })).to.equal("204");
    expect(await shown()).to.equal(unset);
    expect(await send(lone, ["GET", "sys/mounts/auth/people/tune"])).to.equal(unset);
  });

  test("tuned lease times apply to logins from then on", async () => {
    const { ask } = await loneEngine();
    await ask("POST", "sys/auth/people", { type: "userpass" });
    await ask("POST", "auth/people/users/ada", { password: "secret" });
    const seconds = async () => {
      const { body } = await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" });
      return ((body?.auth ?? {}) as JsonObject).lease_duration;
    };
    expect(await seconds()).to.equal(2_764_800);
    await ask("POST", "sys/auth/people/tune", { default_lease_ttl: "10m" });
    expect(await seconds()).to.equal(600);
    await ask("POST", "sys/auth/people/tune", { default_lease_ttl: 0, max_lease_ttl: "5m" });
    expect(await seconds()).to.equal(300);
  });

  test("the lease times of the token method apply to tokens created with tokens", async () => {
    const { ask } = await loneEngine();
    const seconds = async (fields: JsonObject) => {
      const { body } = await ask("POST", "auth/token/create", { policies: ["default"], ...fields });
      return ((body?.auth ?? {}) as JsonObject).lease_duration;
    };
    await ask("POST", "sys/auth/token/tune", { default_lease_ttl: "10m", max_lease_ttl: "20m" });
    expect(await seconds({})).to.equal(600);
    expect(await seconds({ ttl: "1h" })).to.equal(1200);
  });

  test("an option set to the empty string is removed, and the others stay", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/mounts/kv", { type: "kv", options: { a: "1", b: "2" } });
    await lone.ask("POST", "sys/mounts/kv/tune", { options: { a: "", c: "3" } });
    expect((await dataOf(lone, "sys/mounts/kv")).options).to.deep.equal({ b: "2", c: "3" });
  });

  test("a kv engine that is tuned to version 2 keeps its data", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/mounts/kv", { type: "kv" });
    await lone.ask("POST", "kv/sky", { colour: "blue" });
    await lone.ask("POST", "sys/mounts/kv/tune", { options: { version: "2" } });
    await lone.clock.pass(1);
    expect((await dataOf(lone, "kv/data/sky")).data).to.deep.equal({ colour: "blue" });
  });
});

suite("moving a mount", () => {
  test("keeps its data, accessor and uuid, and reports its progress", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/mounts/old", { type: "kv" });
    await lone.ask("POST", "old/sky", { colour: "blue" });
    const before = await dataOf(lone, "sys/mounts/old");
    const { body } = await lone.ask("POST", "sys/remount", { from: "old", to: "new/place" });
    const { migration_id } = (body?.data ?? {}) as { migration_id: string };
    expect(body?.warnings).to.deep.equal([
      "Mount move has been queued. Progress will be reported in Vault's server log, tagged with the returned migration_id",
    ]);
    expect(body?.migration_id).to.equal(migration_id);
    const status = () => dataOf(lone, `sys/remount/status/${migration_id}`);
    const info = { source_mount: "old/", target_mount: "new/place/" };
    expect(await status()).to.deep.equal({ migration_id, migration_info: { ...info, status: "in-progress" } });
    await lone.clock.pass(1);
    expect(await status()).to.deep.equal({ migration_id, migration_info: { ...info, status: "success" } });
    expect(await dataOf(lone, "sys/mounts/new/place")).to.deep.equal(before);
    expect(await dataOf(lone, "new/place/sky")).to.deep.equal({ colour: "blue" });
    expect((await lone.ask("GET", "old/sky")).status).to.equal(404);
  });

  test("revokes the tokens of an auth method", async () => {
    const { ask, clock } = await loneEngine();
    await ask("POST", "sys/auth/people", { type: "userpass" });
    await ask("POST", "auth/people/users/ada", { password: "secret" });
    const { body } = await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" });
    const token = String(((body?.auth ?? {}) as JsonObject).client_token);
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
    await ask("POST", "sys/remount", { from: "auth/people", to: "auth/folk" });
    await clock.pass(1);
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
    expect((await ask("POST", "auth/folk/login/ada", { password: "secret" }, { token: "" })).status).to.equal(200);
  });
});

suite("disabling", () => {
  test("removes all stored data of the mount, and revokes the tokens of an auth method", async () => {
    const lone = await loneEngine();
    const { ask, store } = lone;
    await ask("POST", "sys/auth/people", { type: "userpass" });
    await ask("POST", "auth/people/users/ada", { password: "secret" });
    const { body } = await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" });
    const token = String(((body?.auth ?? {}) as JsonObject).client_token);
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    const uuids = [(await dataOf(lone, "sys/mounts/kv")).uuid, (await dataOf(lone, "sys/auth/people")).uuid];
    for (let at = 0; at < 1200; at += 1) await ask("POST", `kv/${at}`, { at });
    expect(await send(lone, ["DELETE", "sys/mounts/kv"])).to.equal("204");
    expect(await send(lone, ["DELETE", "sys/auth/people"])).to.equal("204");
    const keys = (await store.range({ prefix: "" })).map(([key]) => key);
    expect(keys.filter((key) => uuids.some((uuid) => key.includes(String(uuid))))).to.deep.equal([]);
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
    expect(await send(lone, ["POST", "auth/token/lookup", { token }])).to.equal('403 ["bad token"]');
  });
});

test("tokens of an auth method are refused as soon as it is being disabled, even while their removal takes long", async () => {
  const store = storeWithoutLateValues();
  const { ask } = await loneEngine(store);
  await ask("POST", "sys/auth/people", { type: "userpass" });
  await ask("POST", "auth/people/users/ada", { password: "secret" });
  const tokens: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { body } = await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" });
    tokens.push(String(((body?.auth ?? {}) as JsonObject).client_token));
  }
  const commit = store.commit.bind(store);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    store.commit = async (changes) => {
      if (changes.some(({ key }) => key.startsWith("local/core/token-ending/"))) {
        resolve();
        await held;
      }
      return commit(changes);
    };
  });
  const disabled = ask("DELETE", "sys/auth/people");
  await reached;
  for (const token of tokens) {
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
  }
  expect((await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" })).status).to.equal(403);
  goOn();
  expect((await disabled).status).to.equal(204);
});

suite("mounts that the caller can see", () => {
  async function fixture() {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/mounts/open", {
      type: "kv-v2",
      description: "d",
      config: { listing_visibility: "unauth" },
    });
    await lone.ask("POST", "sys/mounts/hidden", { type: "kv" });
    await lone.ask("POST", "sys/policies/acl/reader", { policy: 'path "hidden/some/*" { capabilities = ["read"] }' });
    const { body } = await lone.ask("POST", "auth/token/create", { policies: ["reader"], no_default_policy: true });
    return { lone, token: String(((body?.auth ?? {}) as JsonObject).client_token) };
  }

  test("without a token, only public mounts are listed, with few properties", async () => {
    const { lone } = await fixture();
    expect(await send(lone, ["GET", "sys/internal/ui/mounts", undefined, ""])).to.equal(
      '200 {"auth":{},"secret":{"open/":{"description":"d","options":{"version":"2"},"type":"kv"}}}',
    );
  });

  test("with a token, mounts that it has any access to are listed", async () => {
    const { lone, token } = await fixture();
    const { body } = await lone.ask("GET", "sys/internal/ui/mounts", undefined, { token });
    const { auth, secret } = (body?.data ?? {}) as { auth: JsonObject; secret: JsonObject };
    expect(Object.keys(auth)).to.deep.equal([]);
    expect(Object.keys(secret)).to.deep.equal(["hidden/", "open/"]);
    const one = await lone.ask("GET", "sys/internal/ui/mounts/hidden/some/thing", undefined, { token });
    expect(((one.body?.data ?? {}) as JsonObject).path).to.equal("hidden/");
    const other = await lone.ask("GET", "sys/internal/ui/mounts/open/x", undefined, { token });
    expect(other.status).to.equal(403);
    const method = await lone.ask("GET", "sys/internal/ui/mounts/auth/token");
    expect(((method.body?.data ?? {}) as JsonObject).path).to.equal("token/");
  });

  test("listing mounts takes no use of a token", async () => {
    const { lone } = await fixture();
    const { body } = await lone.ask("POST", "auth/token/create", { num_uses: 1 });
    const token = String(((body?.auth ?? {}) as JsonObject).client_token);
    await lone.ask("GET", "sys/internal/ui/mounts", undefined, { token });
    expect((await lone.ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
  });
});
