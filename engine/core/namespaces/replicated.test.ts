import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json, JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";
import { type Pair, pairOfEngines } from "../../pair.suite.ts";
import { storeWithoutLateValues } from "../../ports/late-values.suite.ts";

type Options = Parameters<LoneEngine["ask"]>[3];

async function data({ ask }: LoneEngine, path: string, options?: Options): Promise<JsonObject> {
  return ((await ask("GET", path, undefined, options)).body?.data ?? {}) as JsonObject;
}

async function names(engine: LoneEngine, path = "sys/mounts", options?: Options): Promise<readonly string[]> {
  return Object.keys(await data(engine, path, options));
}

function untilStatus({ lima, until }: Pair, path: string, status: number, options?: Options): Promise<void> {
  return until(async () => (await lima.ask("GET", path, undefined, options)).status === status);
}

async function login({ ask }: LoneEngine): Promise<string> {
  const { body } = await ask("POST", "auth/people/login/ada", { password: "secret" }, { token: "" });
  return String(((body?.auth ?? {}) as JsonObject).client_token);
}

suite("mounts of a secondary", () => {
  test("built-in mounts are the primary's, except that each cluster has its own cubbyhole", async () => {
    await using pair = await pairOfEngines();
    const [oslo, lima] = [await data(pair.oslo, "sys/mounts"), await data(pair.lima, "sys/mounts")];
    expect(lima["sys/"]).to.deep.equal(oslo["sys/"]);
    expect(lima["identity/"]).to.deep.equal(oslo["identity/"]);
    expect(await data(pair.lima, "sys/auth")).to.deep.equal(await data(pair.oslo, "sys/auth"));
    const accessor = (mounts: JsonObject) => (mounts["cubbyhole/"] as JsonObject).accessor;
    expect(accessor(lima)).not.to.equal(accessor(oslo));
  });

  test("a secondary forwards enabling, tuning, moving and disabling of a mount to the primary, and both clusters show the result", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima, until } = pair;
    await lima.ask("POST", "sys/mounts/kv", { type: "kv" });
    expect(await data(oslo, "sys/mounts/kv")).to.deep.equal(await data(lima, "sys/mounts/kv"));
    await lima.ask("POST", "sys/mounts/kv/tune", { default_lease_ttl: "5m" });
    expect(await data(oslo, "sys/mounts/kv/tune")).to.have.property("default_lease_ttl", 300);
    expect(await data(lima, "sys/mounts/kv/tune")).to.have.property("default_lease_ttl", 300);
    const { body } = await lima.ask("POST", "sys/remount", { from: "kv", to: "moved" });
    await oslo.clock.pass(1);
    await until(async () => (await names(lima)).includes("moved/"));
    const status = `sys/remount/status/${String(((body?.data ?? {}) as JsonObject).migration_id)}`;
    expect((await data(lima, status)).migration_info).to.have.property("status", "success");
    expect((await lima.ask("DELETE", "sys/mounts/moved")).status).to.equal(204);
    expect(await names(oslo)).not.to.include("moved/");
    expect(await names(lima)).not.to.include("moved/");
  });

  test("a local mount belongs to its cluster from enabling to disabling, and no other cluster sees it", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima, until } = pair;
    const before = await names(oslo);
    await lima.ask("POST", "sys/mounts/mine", { type: "kv", local: true });
    await lima.ask("POST", "mine/sky", { colour: "blue" });
    await lima.ask("POST", "sys/mounts/mine/tune", { description: "lima's" });
    expect(await data(lima, "sys/mounts/mine")).to.include({ local: true, description: "lima's" });
    await lima.ask("POST", "sys/remount", { from: "mine", to: "own" });
    await lima.clock.pass(1);
    await until(async () => (await names(lima)).includes("own/"));
    expect(await data(lima, "own/sky")).to.deep.equal({ colour: "blue" });
    expect(await names(oslo)).to.deep.equal(before);
    expect((await oslo.store.range({ prefix: "" })).map(([key]) => key).join()).not.to.contain("mine");
    expect((await lima.ask("DELETE", "sys/mounts/own")).status).to.equal(204);
    expect(await names(lima)).to.deep.equal(before);
  });

  test("a local mount keeps its path when a shared mount with the same path arrives; the shared mount is served after the local one is disabled", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima, until } = pair;
    await lima.ask("POST", "sys/mounts/kv", { type: "kv", local: true });
    await lima.ask("POST", "kv/whose", { it: "lima's" });
    await oslo.ask("POST", "sys/mounts/kv", { type: "kv" });
    await oslo.ask("POST", "sys/mounts/after", { type: "kv" });
    await oslo.ask("POST", "kv/whose", { it: "oslo's" });
    await until(async () => (await names(lima)).includes("after/"));
    expect(await data(lima, "kv/whose")).to.deep.equal({ it: "lima's" });
    expect(await data(oslo, "kv/whose")).to.deep.equal({ it: "oslo's" });
    await lima.ask("DELETE", "sys/mounts/kv");
    expect(await data(lima, "kv/whose")).to.deep.equal({ it: "oslo's" });
    expect(await data(oslo, "kv/whose")).to.deep.equal({ it: "oslo's" });
  });

  test("tokens of an auth method are revoked on both clusters when it is disabled on one", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima } = pair;
    await oslo.ask("POST", "sys/auth/people", { type: "userpass" });
    await oslo.ask("POST", "auth/people/users/ada", { password: "secret" });
    await untilStatus(pair, "auth/people/users/ada", 200);
    const token = await login(lima);
    expect((await lima.ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
    await oslo.ask("DELETE", "sys/auth/people");
    await untilStatus(pair, "auth/token/lookup-self", 403, { token });
    await pair.until(async () => {
      const keys = await lima.store.range({ prefix: "local/core/token/" });
      return keys.length === 1;
    });
  });
});

test("a cluster that was stopped while an auth method was disabled revokes its own tokens of the method and removes its local data", async () => {
  await using pair = await pairOfEngines();
  const { oslo, lima, until } = pair;
  await oslo.ask("POST", "sys/auth/people", { type: "approle" });
  await oslo.ask("POST", "auth/people/role/ada", { bind_secret_id: false, secret_id_bound_cidrs: "0.0.0.0/0" });
  const { uuid } = await data(oslo, "sys/auth/people");
  const { role_id } = await data(oslo, "auth/people/role/ada/role-id");
  await until(async () => (await names(lima, "sys/auth")).includes("people/"));
  const { body } = await lima.ask("POST", "auth/people/login", { role_id: role_id ?? "" }, { token: "" });
  const token = String(((body?.auth ?? {}) as JsonObject).client_token);
  expect((await lima.ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
  const again = await pair.without(async () => void (await oslo.ask("DELETE", "sys/auth/people")));
  await until(async () => !(await names(again, "sys/auth")).includes("people/"));
  expect((await again.ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
  await until(async () => {
    const keys = (await again.store.range({ prefix: "local/" })).map(([key]) => key);
    const tokens = keys.filter((key) => key.startsWith("local/core/token/"));
    return tokens.length === 1 && !keys.some((key) => key.includes(String(uuid)));
  });
});

suite("namespaces of a secondary", () => {
  const inTeam = { headers: { "x-vault-namespace": "team" } };

  test("are replicated from the primary with their contents; a namespace created on the secondary is created on the primary", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima } = pair;
    expect((await lima.ask("POST", "sys/namespaces/team")).status).to.equal(200);
    expect(await data(lima, "sys/namespaces/team")).to.deep.equal(await data(oslo, "sys/namespaces/team"));
    await oslo.ask("POST", "sys/mounts/kv", { type: "kv" }, inTeam);
    await oslo.ask("POST", "kv/sky", { colour: "blue" }, inTeam);
    await untilStatus(pair, "team/kv/sky", 200);
    const made = await lima.ask("POST", "auth/token/create", { ttl: "1h" }, inTeam);
    const token = String(((made.body?.auth ?? {}) as JsonObject).client_token);
    await lima.ask("POST", "cubbyhole/mine", { a: 1 }, { ...inTeam, token });
    expect(await data(lima, "cubbyhole/mine", { ...inTeam, token })).to.deep.equal({ a: 1 });
    expect((await oslo.ask("GET", "auth/token/lookup-self", undefined, { ...inTeam, token })).status).to.equal(403);
  });

  test("can have local mounts", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima } = pair;
    await lima.ask("POST", "sys/namespaces/team");
    await lima.ask("POST", "sys/mounts/mine", { type: "kv", local: true }, inTeam);
    await lima.ask("POST", "team/mine/sky", { colour: "blue" });
    expect(await data(lima, "mine/sky", inTeam)).to.deep.equal({ colour: "blue" });
    expect(await names(oslo, "sys/mounts", inTeam)).not.to.include("mine/");
  });

  test("are deleted on both clusters, with their tokens and all stored data", async () => {
    await using pair = await pairOfEngines();
    const { oslo, lima, until } = pair;
    await oslo.ask("POST", "sys/namespaces/team");
    await untilStatus(pair, "sys/namespaces/team", 200);
    const { id } = await data(oslo, "sys/namespaces/team");
    const made = await lima.ask("POST", "auth/token/create", { ttl: "1h" }, inTeam);
    const token = String(((made.body?.auth ?? {}) as JsonObject).client_token);
    await lima.ask("POST", "cubbyhole/mine", { a: 1 }, { ...inTeam, token });
    expect((await oslo.ask("DELETE", "sys/namespaces/team")).status).to.equal(204);
    await untilStatus(pair, "sys/namespaces/team", 404);
    expect((await lima.ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
    const left = async ({ store }: LoneEngine) =>
      (await store.range({ prefix: "" })).map(([key]) => key).filter((key) => key.includes(String(id)));
    await until(async () => [...(await left(lima)), ...(await left(oslo))].length === 0);
  });
});

suite("after a crash", () => {
  /**
   * Returns a new engine on the store of an engine that crashed during `act`: the store refused all changes from the
   * first deletion of a key that matches `mark`.
   */
  async function engineAfterCrash(
    prepare: (engine: LoneEngine) => Promise<void>,
    act: readonly [string, string, Json?],
    mark: RegExp,
  ) {
    const store = storeWithoutLateValues();
    const first = await loneEngine(store);
    await prepare(first);
    const commit = store.commit.bind(store);
    let hasCrashed = false;
    store.commit = async (changes) => {
      hasCrashed ||= changes.some(({ key, value }) => value === null && mark.test(key));
      if (hasCrashed) throw new Error("the process crashed");
      return commit(changes);
    };
    await first.ask(...act);
    await first.clock.pass(1);
    await first.engine.stop();
    store.commit = commit;
    expect(hasCrashed, "the store refused a change").to.equal(true);
    return loneEngine(store);
  }

  async function waitFor(condition: () => Promise<boolean>): Promise<void> {
    for (let turn = 0; turn < 2000; turn += 1) {
      if (await condition()) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error("the condition did not become true");
  }

  const aMount = async ({ ask }: LoneEngine) => {
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    await ask("POST", "kv/sky", { colour: "blue" });
  };

  for (const [when, mark] of [
    ["before the record of the mount was removed", /^shared\/core\/mount\//],
    ["before the data of the mount were removed", /^shared\/mount\//],
  ] as const) {
    test(`disabling a mount, ${when}: the next start completes it`, async () => {
      const next = await engineAfterCrash(aMount, ["DELETE", "sys/mounts/kv"], mark);
      await waitFor(async () => {
        const keys = (await next.store.range({ prefix: "" })).map(([key]) => key);
        return !keys.some((key) => key.includes("/sky") || key.includes("mount-remains"));
      });
      expect(await names(next)).not.to.include("kv/");
    });
  }

  test("deleting a namespace: it serves no request, and the next start removes it", async () => {
    const prepare = async (engine: LoneEngine) => {
      await engine.ask("POST", "sys/namespaces/team");
      await engine.ask("POST", "team/sys/policies/acl/p", { policy: "" });
      await engine.ask("POST", "team/sys/policies/acl/p", { policy: 'path "x" { capabilities = ["read"] }' });
    };
    const next = await engineAfterCrash(prepare, ["DELETE", "sys/namespaces/team"], /\/policy\/p$/);
    expect((await next.ask("GET", "team/sys/mounts")).status).to.equal(404);
    await waitFor(async () => (await next.store.range({ prefix: "shared/namespace/" })).length === 0);
    expect((await next.ask("POST", "sys/namespaces/team")).status).to.equal(200);
  });
});
