import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../../engine.suite.ts";
import { storeWithoutLateValues } from "../../../ports/late-values.suite.ts";

type Options = Parameters<LoneEngine["ask"]>[3];

async function opened() {
  const lone = await loneEngine();
  const { ask } = lone;
  const create = async (body: JsonObject = {}, options?: Options, path = "auth/token/create") => {
    const reply = await ask("POST", path, body, options);
    return { status: reply.status, ...(reply.body as JsonObject) } as {
      status: number;
      auth: JsonObject & { client_token: string; accessor: string; policies: string[] };
      warnings: string[] | null;
      errors: string[];
    };
  };
  const lookUp = async (token: string) =>
    (await ask("GET", "auth/token/lookup-self", undefined, { token })).body?.data as JsonObject;
  const may = async (name: string, path: string, capabilities: readonly string[]) =>
    ask("POST", `sys/policies/acl/${name}`, {
      policy: `path "${path}" { capabilities = ${JSON.stringify(capabilities)} }`,
    });
  return { ...lone, create, lookUp, may };
}

test("3.4: the auth object has the documented members and no others", async () => {
  const { create } = await opened();
  const { auth, warnings } = await create({ policies: ["default"], ttl: "1h", meta: { a: 1 } });
  expect(auth.client_token).to.match(/^hvs\.[\w-]{91}$/);
  expect(auth.accessor).to.match(/^[A-Za-z0-9]{24}$/);
  expect({ ...auth, client_token: "", accessor: "" }).to.deep.equal({
    client_token: "",
    accessor: "",
    policies: ["default"],
    token_policies: ["default"],
    metadata: { a: "1" },
    lease_duration: 3600,
    renewable: true,
    entity_id: "",
    token_type: "service",
    orphan: false,
    mfa_requirement: null,
    num_uses: 0,
  });
  expect(warnings).to.equal(null);
});

test("3.4: without fields, a root token creates a root token that does not expire and is not renewable", async () => {
  const { ask } = await opened();
  const { status, body } = await ask("PUT", "auth/token/create");
  const auth = body?.auth as JsonObject;
  expect(status).to.equal(200);
  expect([auth.policies, auth.lease_duration, auth.renewable]).to.deep.equal([["root"], 0, false]);
});

for (const [claim, body, policies, warnings] of [
  ["root replaces all other policies", { policies: ["root", "p1"] }, ["root"], null],
  [
    "policy names are trimmed, lowercased, unique and sorted",
    { policies: [" P2 ", "p1", "p2"], no_default_policy: true },
    ["p1", "p2"],
    ['Policy "p1" does not exist', 'Policy "p2" does not exist'],
  ],
  ["default is added", { policies: ["known"] }, ["default", "known"], null],
  [
    "a string is one policy name, including its commas",
    { policies: "a,b , c" },
    ["a,b , c", "default"],
    ['Policy "a,b , c" does not exist'],
  ],
] as const) {
  test(`3.4: ${claim}`, async () => {
    const { create, may } = await opened();
    await may("known", "kv/*", ["read"]);
    const reply = await create(body as unknown as JsonObject);
    expect(reply.auth.policies).to.deep.equal(policies);
    expect(reply.warnings).to.deep.equal(warnings);
  });
}

test("3.4: without policies, token_policies is omitted", async () => {
  const { create } = await opened();
  const { auth } = await create({ policies: ["default"], no_default_policy: true });
  expect(auth.policies).to.deep.equal([]);
  expect(auth).not.to.have.property("token_policies");
});

test("3.4: a TTL above the maximum is capped, with a warning", async () => {
  const { create } = await opened();
  const { auth, warnings } = await create({ ttl: "99999h", policies: ["default"] });
  expect(auth.lease_duration).to.equal(2_764_800);
  expect(warnings).to.deep.equal([
    'TTL of "99999h" exceeded the effective max_ttl of "768h"; TTL value is capped accordingly',
  ]);
});

test("a batch token is not renewable, even if the request has `renewable`, which hvac always sends", async () => {
  const { create } = await opened();
  const { auth } = await create({ type: "batch", policies: ["default"], renewable: true });
  expect(auth).to.include({ token_type: "batch", renewable: false });
});

test("3.4: a custom id is accepted unchanged, with a warning", async () => {
  const { create, lookUp } = await opened();
  const { auth, warnings } = await create({ id: "mine", ttl: "1h" });
  expect(auth.client_token).to.equal("mine");
  expect(warnings?.[0]).to.match(/^Supplying a custom ID for the token uses the weaker SHA1 hashing instead of /);
  expect((await lookUp("mine")).ttl).to.equal(3600);
});

for (const [body, error, path] of [
  [{ ttl: "bogus" }, 'time: invalid duration "bogus"'],
  [{ explicit_max_ttl: "bogus" }, 'time: invalid duration "bogus"'],
  [{ ttl: "-1s" }, "ttl must be positive"],
  [{ period: -1 }, "period must be positive"],
  [{ id: "root" }, "cannot create a token with a duplicate ID"],
  [{ id: "a.b" }, "custom token ID cannot have a '.' in the value"],
  [{ id: "hvs.x" }, "custom token ID cannot have the 'hvs.' prefix"],
  [{ type: "batch" }, "batch tokens cannot be root tokens"],
  [{ type: "bogus" }, "invalid 'token_type' value"],
  [{ type: "batch", policies: ["default"], num_uses: 1 }, 'batch tokens cannot have "num_uses" set'],
  [{ type: "batch", policies: ["default"], period: "1h" }, 'batch tokens cannot have "period" set'],
  [{ type: "batch", policies: ["default"], explicit_max_ttl: "1h" }, 'batch tokens cannot have "explicit_max_ttl" set'],
  [{ num_uses: -1 }, "number of uses cannot be negative"],
  [{ entity_alias: "ada" }, "'entity_alias' is only allowed in combination with token role"],
  [{ policies: ["response-wrapping"] }, 'cannot assign policy "response-wrapping"'],
  [
    { meta: { a: { b: 1 } } },
    "1 error(s) decoding:\n\n* 'meta[a]' expected type 'string', got unconvertible type 'map[string]interface {}'",
  ],
  [{}, "unknown role none", "auth/token/create/none"],
] as const) {
  test(`3.4: ${JSON.stringify(body)} is refused: ${error}`, async () => {
    const { create } = await opened();
    const reply = await create(body as unknown as JsonObject, undefined, path);
    expect([reply.status, reply.errors]).to.deep.equal([400, [error]]);
  });
}

test("a child token has at most its parent's policies, unless the caller has sudo", async () => {
  const { create, may } = await opened();
  await may("maker", "auth/token/create", ["update"]);
  await may("master", "auth/token/create", ["update", "sudo"]);
  const { auth: maker } = await create({ policies: ["maker", "other"] });
  const token = maker.client_token;
  expect((await create({}, { token })).auth.policies).to.deep.equal(["default", "maker", "other"]);
  expect((await create({ policies: ["other"] }, { token })).auth.policies).to.deep.equal(["default", "other"]);
  expect((await create({ policies: ["master"] }, { token })).errors).to.deep.equal([
    "child policies must be subset of parent",
  ]);
  for (const [body, error] of [
    [{ id: "mine" }, "root or sudo privileges required to specify token id"],
    [{ no_parent: true }, "root or sudo privileges required to create orphan token"],
    [{ period: "1h" }, "root or sudo privileges required to create periodic token"],
  ] as const) {
    expect((await create(body, { token })).errors).to.deep.equal([error]);
  }
  const master = (await create({ policies: ["master"] })).auth.client_token;
  const made = await create({ policies: ["maker"], no_parent: true, period: "1h" }, { token: master });
  expect([made.auth.policies, made.auth.orphan]).to.deep.equal([["default", "maker"], true]);
  expect((await create({ policies: ["root"] }, { token: master })).errors).to.deep.equal([
    "root tokens may not be created without parent token being root",
  ]);
});

test("a parent without the policy default does not give it to its children", async () => {
  const { create, may } = await opened();
  await may("maker", "auth/token/create", ["update"]);
  const token = (await create({ policies: ["maker"], no_default_policy: true })).auth.client_token;
  expect((await create({ policies: ["maker"] }, { token })).auth.policies).to.deep.equal(["maker"]);
});

test("create-orphan needs sudo, and creates a token without a parent", async () => {
  const { create, may } = await opened();
  await may("maker", "auth/token/create-orphan", ["update"]);
  const token = (await create({ policies: ["maker"] })).auth.client_token;
  expect((await create({}, { token }, "auth/token/create-orphan")).status).to.equal(403);
  const { auth } = await create({ policies: ["default"] }, undefined, "auth/token/create-orphan");
  expect(auth.orphan).to.equal(true);
});

test("a token with limited uses cannot create children, and an expiring root token cannot create one that does not expire", async () => {
  const { create } = await opened();
  const limited = (await create({ num_uses: 2 })).auth.client_token;
  expect((await create({}, { token: limited })).errors).to.deep.equal([
    "restricted use token cannot generate child tokens",
  ]);
  const ending = (await create({ ttl: "1h" })).auth.client_token;
  expect((await create({}, { token: ending })).errors).to.deep.equal([
    "expiring root tokens cannot create non-expiring root tokens",
  ]);
  expect((await create({ ttl: "10m" }, { token: ending })).auth.renewable).to.equal(true);
});

test("the display name is sanitized for use in database user names", async () => {
  const { create, lookUp } = await opened();
  const nameOf = async (display_name: string) =>
    (await lookUp((await create({ display_name })).auth.client_token)).display_name;
  expect(await nameOf("")).to.equal("token");
  expect(await nameOf("ada l.")).to.equal("token-ada-l");
});

test("a child token inherits its parent's address restriction; a root token that does not expire has none", async () => {
  const { create, ask } = await opened();
  await ask("POST", "auth/token/roles/near", { token_bound_cidrs: "10.0.0.0/8" });
  await ask("POST", "sys/policies/acl/maker", { policy: 'path "auth/token/create" { capabilities = ["update"] }' });
  const near = { remoteAddress: "10.1.1.1" };
  const parent = (await create({ policies: ["maker"] }, undefined, "auth/token/create/near")).auth.client_token;
  expect((await create({}, { token: parent })).status).to.equal(403);
  const child = (await create({}, { token: parent, ...near })).auth.client_token;
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token: child })).status).to.equal(403);
  const { body } = await ask("GET", "auth/token/lookup-self", undefined, { token: child, ...near });
  expect(body?.data).to.deep.include({ bound_cidrs: ["10.0.0.0/8"] });
  const free = (await create({ policies: ["root"] }, undefined, "auth/token/create/near")).auth.client_token;
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token: free })).status).to.equal(200);
});

test("a policy that cannot be read fails only the request that needs it", async () => {
  const store = storeWithoutLateValues();
  const { ask } = await loneEngine(store);
  const read = store.read.bind(store);
  store.read = (key) => (key.endsWith("/policy/p") ? Promise.reject(new Error("no disk")) : read(key));
  expect((await ask("POST", "auth/token/create", { policies: ["p"] })).status).to.equal(500);
  // Node reports an unhandled rejection in a later turn, which would fail this test.
  await new Promise((resolve) => setImmediate(resolve));
  store.read = read;
  expect((await ask("POST", "auth/token/create", { policies: ["p"] })).status).to.equal(200);
});
