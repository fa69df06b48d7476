import { test } from "node:test";
import { expect } from "chai";
import { leasingEngine, mountDatabase } from "../leases/leasing.suite.ts";

const tidyWarning =
  "Tidy operation successfully started. Any information from the operation will be printed to Vault's server logs.";

const backendIsDown =
  "failed to revoke entry: resp: (*logical.Response)(nil) err: unable to start transaction: connection refused";

test("a lookup describes a lease before and after its renewal", async () => {
  const { ask, lease, clock } = await leasingEngine();
  const id = await lease();
  expect(id).to.match(/^database\/creds\/app\/[A-Za-z0-9]{24}$/);
  const { status, body } = await ask("PUT", "sys/leases/lookup", { lease_id: id });
  expect(status).to.equal(200);
  expect(body?.data).to.deep.equal({
    id,
    issue_time: "2026-01-01T00:00:00.000000000Z",
    expire_time: "2026-01-01T01:00:00.000000000Z",
    last_renewal: null,
    renewable: true,
    ttl: 3600,
  });
  await clock.pass(600);
  await ask("POST", "sys/leases/renew", { lease_id: id, increment: "2h" });
  expect((await ask("POST", "sys/leases/lookup", { lease_id: id })).body?.data).to.deep.include({
    issue_time: "2026-01-01T00:00:00.000000000Z",
    expire_time: "2026-01-01T02:10:00.000000000Z",
    last_renewal: "2026-01-01T00:10:00.000000000Z",
    ttl: 7200,
  });
});

test("a missing or unknown lease id is refused with the reference's error text", async () => {
  const { ask } = await leasingEngine();
  const required = { status: 400, body: { errors: ["lease_id must be specified"] } };
  for (const path of ["lookup", "renew", "revoke"]) {
    expect(await ask("PUT", `sys/leases/${path}`), path).to.deep.equal(required);
  }
  const none = { lease_id: "database/creds/app/none" };
  expect(await ask("PUT", "sys/leases/lookup", none)).to.deep.equal({
    status: 400,
    body: { errors: ["invalid lease"] },
  });
  expect(await ask("PUT", "sys/leases/renew", none)).to.deep.equal({
    status: 400,
    body: { errors: ["lease not found"] },
  });
  expect(await ask("PUT", "sys/leases/revoke", none)).to.deep.equal({ status: 204, body: undefined });
  expect(await ask("PUT", "sys/leases/revoke", { ...none, sync: false })).to.deep.equal({
    status: 202,
    body: undefined,
  });
});

test("a lease id of the wrong type is refused with a validation error", async () => {
  const { ask } = await leasingEngine();
  const { status, body } = await ask("PUT", "sys/leases/lookup", { lease_id: ["x"] });
  expect(status).to.equal(400);
  expect(body?.errors).to.deep.equal([
    `Field validation failed: error converting input for field "lease_id": '' expected type 'string', got unconvertible type '[]interface {}'`,
  ]);
});

test("a renewal grants the requested increment, or the role's TTL for 0, and returns no data", async () => {
  const { ask, lease } = await leasingEngine();
  const id = await lease();
  const { body } = await ask("PUT", "sys/leases/renew", { lease_id: id, increment: 60 });
  expect(body).to.deep.include({ lease_id: id, renewable: true, lease_duration: 60, data: null, warnings: null });
  await ask("POST", "database/roles/app", { default_ttl: 900 });
  expect((await ask("PUT", "sys/leases/renew", { lease_id: id, increment: 0 })).body?.lease_duration).to.equal(900);
});

test("a renewal is capped at the role's maximum TTL since the issue, with a warning", async () => {
  const { ask, lease, clock } = await leasingEngine();
  const id = await lease();
  await clock.pass(3000);
  const { status, body } = await ask("PUT", "sys/leases/renew", { lease_id: id, increment: "30h" });
  expect(status).to.equal(200);
  expect(body?.lease_duration).to.equal(86_400 - 3000);
  expect(body?.warnings).to.deep.equal([
    'TTL of "30h" exceeded the effective max_ttl of "23h10m"; TTL value is capped accordingly',
  ]);
});

test("all paths of renewal and revocation are equivalent", async () => {
  const { ask, lease, database } = await leasingEngine();
  const id = await lease();
  for (const path of [`sys/leases/renew/${id}`, `sys/renew/${id}`]) {
    const { status, body } = await ask("PUT", path, { increment: 60 });
    expect([status, body?.lease_id, body?.lease_duration], path).to.deep.equal([200, id, 60]);
  }
  expect((await ask("PUT", "sys/renew", { lease_id: id })).body?.lease_duration).to.equal(3600);
  for (const path of ["sys/leases/revoke", "sys/revoke"]) {
    await ask("PUT", `${path}/${await lease()}`);
    await ask("PUT", path, { lease_id: await lease() });
  }
  expect(database.users.size).to.equal(1);
});

test("a lease of a deleted role cannot be renewed but can be revoked", async () => {
  const { ask, lease, database } = await leasingEngine();
  const id = await lease();
  await ask("DELETE", "database/roles/app");
  const why =
    'failed to renew entry: resp: (*logical.Response)(nil) err: error during renew: could not find role with name "app"';
  expect(await ask("PUT", "sys/leases/renew", { lease_id: id })).to.deep.equal({
    status: 400,
    body: { errors: [why] },
  });
  expect((await ask("PUT", "sys/leases/revoke", { lease_id: id })).status).to.equal(204);
  expect(database.users.size).to.equal(0);
});

test("a revocation is complete when its response arrives; a failed one returns the reason and keeps the lease", async () => {
  const { ask, lease, database } = await leasingEngine();
  const id = await lease();
  database.isDown = true;
  expect(await ask("PUT", "sys/leases/revoke", { lease_id: id })).to.deep.equal({
    status: 400,
    body: { errors: [backendIsDown] },
  });
  database.isDown = false;
  expect((await ask("PUT", "sys/leases/renew", { lease_id: id })).status).to.equal(200);
  expect(database.users.size).to.equal(1);
  expect((await ask("PUT", "sys/leases/revoke", { lease_id: id })).status).to.equal(204);
  expect(database.users.size).to.equal(0);
});

test("an asynchronous revocation is answered with 202 and an empty body, then carried out", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  const id = await lease();
  expect(await ask("PUT", "sys/leases/revoke", { lease_id: id, sync: false })).to.deep.equal({
    status: 202,
    body: undefined,
  });
  expect(await ask("PUT", "sys/leases/renew", { lease_id: id })).to.deep.include({ status: 400 });
  await pass(0);
  expect(database.users.size).to.equal(0);
  expect((await ask("PUT", "sys/leases/lookup", { lease_id: id })).body?.errors).to.deep.equal(["invalid lease"]);
});

test("a list returns one level, with or without a trailing slash, and 404 for an unknown path", async () => {
  const { ask, lease } = await leasingEngine();
  const names = (await Promise.all([lease(), lease()])).map((id) => id.slice("database/creds/app/".length));
  const keys = async (path: string) => {
    const { body } = await ask("LIST", path);
    return (body as { data: { keys: string[] } }).data.keys;
  };
  expect(await keys("sys/leases/lookup")).to.deep.equal(["database/"]);
  expect(await keys("sys/leases/lookup/")).to.deep.equal(["database/"]);
  expect(await keys("sys/leases/lookup/database")).to.deep.equal(["creds/"]);
  expect(await keys("sys/leases/lookup/database/creds/")).to.deep.equal(["app/"]);
  expect(await keys("sys/leases/lookup/database/creds/app")).to.deep.equal(names.sort());
  expect(await ask("LIST", "sys/leases/lookup/data")).to.deep.equal({ status: 404, body: { errors: [] } });
});

test("revoke-prefix takes a folder or one lease id, and leaves other leases that share the text prefix", async () => {
  const { ask, lease, database } = await leasingEngine();
  await ask("POST", "database/roles/apple", {
    db_name: "server",
    creation_statements: "MAKE {{name}}",
    revocation_statements: "END {{name}}",
  });
  const one = await lease();
  await Promise.all([lease(), lease(), lease({ role: "apple" })]);
  expect((await ask("PUT", `sys/leases/revoke-prefix/${one}`)).status).to.equal(204);
  expect(database.users.size).to.equal(3);
  expect(await ask("PUT", "sys/leases/revoke-prefix/database/creds/app")).to.deep.equal({
    status: 204,
    body: undefined,
  });
  expect([...database.users].join()).to.match(/^v-token-apple-[^,]*$/);
  expect((await ask("PUT", "sys/revoke-prefix/none")).status).to.equal(204);
});

test("a failed revoke-prefix returns the lease that failed, its position and the reason", async () => {
  const { ask, lease, database } = await leasingEngine();
  const ids = [await lease(), await lease(), await lease()].sort();
  database.isDown = true;
  const { status, body } = await ask("PUT", "sys/leases/revoke-prefix/database");
  expect(status).to.equal(400);
  expect(body?.errors).to.deep.equal([`failed to revoke "${ids[0]}" (1 / 3): ${backendIsDown}`]);
});

test("an asynchronous revoke-prefix is answered with 202, then carried out", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  await Promise.all([lease(), lease()]);
  expect(await ask("PUT", "sys/leases/revoke-prefix/database", { sync: false })).to.deep.equal({
    status: 202,
    body: undefined,
  });
  await pass(0);
  expect(database.users.size).to.equal(0);
});

test("revoke-force removes leases even if the backend fails, and revokes those that it can", async () => {
  const { ask, lease, database } = await leasingEngine();
  await lease();
  database.isDown = true;
  expect(await ask("PUT", "sys/leases/revoke-force/database")).to.deep.equal({ status: 204, body: undefined });
  expect(await ask("LIST", "sys/leases/lookup")).to.deep.include({ status: 404 });
  expect(database.users.size).to.equal(1);
  database.isDown = false;
  await lease();
  expect((await ask("PUT", "sys/revoke-force/database/creds")).status).to.equal(204);
  expect(database.users.size).to.equal(1);
});

test("revoke-prefix without a prefix is refused", async () => {
  const { ask } = await leasingEngine();
  expect((await ask("PUT", "sys/leases/revoke-prefix")).status).to.equal(404);
  expect((await ask("PUT", "sys/leases/revoke-prefix/")).status).to.equal(400);
});

test("lists, prefixes, force and irrevocable leases need sudo", async () => {
  const { ask } = await leasingEngine();
  const may = async (capabilities: string) => {
    await ask("PUT", "sys/policies/acl/leases", { policy: `path "sys/*" { capabilities = [${capabilities}] }` });
    const { body } = await ask("POST", "auth/token/create", { policies: ["leases"], no_default_policy: true });
    const token = (body as { auth: { client_token: string } }).auth.client_token;
    const statuses = [];
    for (const [method, path] of [
      ["LIST", "sys/leases/lookup"],
      ["LIST", "sys/leases/lookup/none"],
      ["PUT", "sys/leases/revoke-prefix/none"],
      ["PUT", "sys/revoke-prefix/none"],
      ["PUT", "sys/leases/revoke-force/none"],
      ["PUT", "sys/revoke-force/none"],
      ["GET", "sys/leases?type=irrevocable"],
    ] as const) {
      statuses.push((await ask(method, path, undefined, { token })).status);
    }
    return statuses;
  };
  expect(await may('"read", "list", "update"')).to.deep.equal([403, 403, 403, 403, 403, 403, 403]);
  expect(await may('"read", "list", "update", "sudo"')).to.deep.equal([404, 404, 204, 204, 204, 204, 200]);
});

test("irrevocable leases are counted and listed with their mount and the reason", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  expect(await ask("GET", "sys/leases/count")).to.deep.equal({ status: 404, body: { errors: [] } });
  expect(await ask("GET", "sys/leases")).to.deep.equal({ status: 404, body: { errors: [] } });
  const ids = [await lease(), await lease()].sort();
  database.isDown = true;
  for (const seconds of [3600, 10, 20, 40, 80]) await pass(seconds);
  expect((await ask("GET", "sys/leases/count?type=irrevocable")).body?.data).to.deep.equal({
    counts: {},
    lease_count: 0,
  });
  await pass(160);
  const { body } = await ask("GET", "sys/mounts/database");
  const mount = String(body?.accessor);
  expect((await ask("GET", "sys/leases/count?type=Irrevocable")).body?.data).to.deep.equal({
    counts: { [mount]: 2 },
    lease_count: 2,
  });
  const error = "out of retries: unable to start transaction: connection refused";
  const listed = ids.map((lease_id) => ({ lease_id, mount_id: mount, error }));
  expect((await ask("GET", "sys/leases?type=irrevocable")).body?.data).to.deep.equal({
    lease_count: 2,
    leases: listed,
  });
  const cut = await ask("GET", "sys/leases?type=irrevocable&limit=1");
  expect(cut.body?.data).to.deep.equal({ lease_count: 1, leases: listed.slice(0, 1) });
  expect(cut.body?.warnings).to.deep.equal([
    "Command halted because many irrevocable leases were found. To emit the entire list, re-run the command with force set true.",
  ]);
  expect((await ask("GET", "sys/leases?type=irrevocable&limit=none")).body?.warnings).to.equal(null);
  expect((await ask("GET", "sys/leases?type=irrevocable&limit=0")).body?.errors).to.deep.equal([
    "limit must be 'none' or a positive integer",
  ]);
  expect((await ask("GET", "sys/leases?type=irrevocable&limit=x")).body?.errors).to.deep.equal([
    `invalid 'limit' provided: strconv.Atoi: parsing "x": invalid syntax`,
  ]);
  expect((await ask("PUT", "sys/leases/renew", { lease_id: ids[0] ?? "" })).body?.errors).to.deep.equal([
    "lease is expired and has failed previous revocation attempts",
  ]);
  expect((await ask("PUT", "sys/leases/revoke-force/database")).status).to.equal(204);
  expect((await ask("GET", "sys/leases/count?type=irrevocable")).body?.data).to.deep.equal({
    counts: {},
    lease_count: 0,
  });
});

test("a namespace sees its own leases and those below it, under their full ids", async () => {
  const engine = await leasingEngine();
  const { ask, lease, database } = engine;
  await ask("PUT", "sys/namespaces/team");
  await ask("PUT", "team/sys/namespaces/child");
  await mountDatabase(engine, "team/");
  await mountDatabase(engine, "team/child/");
  const outside = await lease();
  const id = await lease({ namespace: "team/" });
  const below = await lease({ namespace: "team/child/" });
  expect(id).to.match(/^team\/database\/creds\/app\//);
  for (const seen of [id, below]) {
    expect((await ask("PUT", "team/sys/leases/lookup", { lease_id: seen })).body?.data).to.deep.include({ id: seen });
    expect((await ask("PUT", "team/sys/leases/renew", { lease_id: seen })).body?.lease_id).to.equal(seen);
  }
  for (const namespace of ["team/", "team/child/"]) {
    const foreign = namespace === "team/" ? outside : id;
    expect((await ask("PUT", `${namespace}sys/leases/lookup`, { lease_id: foreign })).body?.errors).to.deep.equal([
      "invalid lease",
    ]);
    expect((await ask("PUT", `${namespace}sys/leases/renew`, { lease_id: foreign })).body?.errors).to.deep.equal([
      "lease not found",
    ]);
    expect((await ask("PUT", `${namespace}sys/leases/revoke`, { lease_id: foreign })).status).to.equal(204);
    expect((await ask("PUT", `${namespace}sys/leases/revoke`, { lease_id: foreign, sync: false })).status).to.equal(
      202,
    );
    expect((await ask("PUT", "sys/leases/renew", { lease_id: foreign })).status).to.equal(200);
  }
  expect((await ask("LIST", "team/sys/leases/lookup")).body?.data).to.deep.equal({ keys: ["child/", "database/"] });
  expect((await ask("LIST", "team/child/sys/leases/lookup/database")).body?.data).to.deep.equal({ keys: ["creds/"] });
  await ask("PUT", "team/child/sys/leases/revoke-prefix/database");
  expect(database.users.size).to.equal(2);
  await ask("PUT", "team/sys/leases/revoke-force/database");
  expect(database.users.size).to.equal(1);
  expect((await ask("PUT", "sys/leases/lookup", { lease_id: outside })).status).to.equal(200);
});

test("irrevocable leases of child namespaces are listed on request", async () => {
  const engine = await leasingEngine();
  const { ask, lease, database, pass } = engine;
  await ask("PUT", "sys/namespaces/team");
  await mountDatabase(engine, "team/");
  await lease({ namespace: "team/" });
  await lease();
  database.isDown = true;
  for (const seconds of [3600, 10, 20, 40, 80, 160]) await pass(seconds);
  const count = async (path: string) => {
    const { body } = await ask("GET", path);
    return (body as { data: { lease_count: number } }).data.lease_count;
  };
  for (const path of ["sys/leases/count", "sys/leases"]) {
    expect(await count(`${path}?type=irrevocable`)).to.equal(1);
    expect(await count(`${path}?type=irrevocable&include_child_namespaces=true`)).to.equal(2);
    expect(await count(`team/${path}?type=irrevocable`)).to.equal(1);
  }
});

test("tidy responds immediately, also when it is already running", async () => {
  const { ask } = await leasingEngine();
  for (let time = 0; time < 2; time++) {
    const { status, body } = await ask("PUT", "sys/leases/tidy");
    expect(status).to.equal(202);
    expect(body?.warnings).to.deep.equal([tidyWarning]);
  }
});
