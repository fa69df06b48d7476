import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json, JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

const denied = '403 ["1 error occurred:\\n\\t* permission denied\\n\\n"]';
const badToken = '403 ["permission denied"]';

async function fixture() {
  const lone = await loneEngine();
  const { ask } = lone;
  const inside = (namespace: string, token = "root") => ({ token, headers: { "x-vault-namespace": namespace } });
  const send = async (...call: Parameters<LoneEngine["ask"]>) => {
    const { status, body } = await ask(...call);
    const text = body?.errors ?? body?.data;
    return text === undefined ? String(status) : `${status} ${JSON.stringify(text)}`;
  };
  const newToken = async (namespace: string, fields: JsonObject, by = "root") => {
    const { status, body } = await ask("POST", "auth/token/create", fields, inside(namespace, by));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String(((body?.auth ?? {}) as JsonObject).client_token);
  };
  const chiefs: Record<string, string> = {};
  for (const path of ["team", "team/a", "other"]) {
    await ask("POST", `${path.slice(0, path.lastIndexOf("/") + 1)}sys/namespaces/${path.split("/").at(-1)}`, {});
    await ask("POST", "sys/mounts/kv", { type: "kv" }, inside(path));
    await ask("POST", "kv/sky", { of: path }, inside(path));
    const policy = 'path "*" { capabilities = ["create", "read", "update", "delete", "list", "patch", "sudo"] }';
    await ask("POST", "sys/policies/acl/chief", { policy }, inside(path));
    chiefs[path] = await newToken(path, { policies: ["chief"] });
  }
  const chief = (path: "team" | "team/a" | "other") => String(chiefs[path]);
  return { ...lone, inside, send, newToken, chief };
}

function without(data: Json | undefined, member: string): JsonObject {
  const { [member]: _, ...rest } = (data ?? {}) as JsonObject;
  return rest;
}

suite("namespaces", () => {
  test("are created, read, updated, listed and deleted", async () => {
    const { ask, send } = await loneEngine().then(async (lone) => ({
      ...lone,
      send: async (...call: Parameters<LoneEngine["ask"]>) => (await lone.ask(...call)).status,
    }));
    expect(await send("LIST", "sys/namespaces")).to.equal(404);
    const made = await ask("POST", "sys/namespaces/team", { custom_metadata: { a: 1, b: "2" } });
    const { id } = (made.body?.data ?? {}) as { id: string };
    expect(id).to.match(/^[A-Za-z0-9]{5}$/);
    const team = { custom_metadata: { a: "1", b: "2" }, id, path: "team/" };
    expect(made).to.deep.include({ status: 200 });
    expect(made.body?.data).to.deep.equal(team);
    expect((await ask("GET", "sys/namespaces/team")).body?.data).to.deep.equal(team);
    expect((await ask("GET", "sys/namespaces/team/")).body?.data).to.deep.equal(team);
    const merge = { headers: { "content-type": "application/merge-patch+json" } };
    const patched = await ask("PATCH", "sys/namespaces/team", { custom_metadata: { a: null, c: "3" } }, merge);
    expect(patched.body?.data).to.deep.equal({ ...team, custom_metadata: { b: "2", c: "3" } });
    expect((await ask("PUT", "sys/namespaces/team")).body?.data).to.deep.equal(patched.body?.data);
    const again = await ask("PUT", "sys/namespaces/team", { custom_metadata: {} });
    expect(again.body?.data).to.deep.equal({ ...team, custom_metadata: {} });
    await ask("POST", "sys/namespaces/alpha");
    const { keys, key_info } = ((await ask("LIST", "sys/namespaces")).body?.data ?? {}) as JsonObject;
    expect(keys).to.deep.equal(["alpha/", "team/"]);
    expect((key_info as JsonObject)["team/"]).to.deep.equal({ ...team, custom_metadata: {} });
    expect(await send("DELETE", "sys/namespaces/team")).to.equal(204);
    expect(await send("DELETE", "sys/namespaces/team")).to.equal(204);
    expect(await send("GET", "sys/namespaces/team")).to.equal(404);
    expect(await send("PATCH", "sys/namespaces/team", {}, merge)).to.equal(404);
  });

  for (const [name, why] of [
    ["root", 'namespace name "root" is reserved'],
    ["sys", 'namespace name "sys" is reserved'],
    ["auth", 'namespace name "auth" is reserved'],
    ["audit", 'namespace name "audit" is reserved'],
    ["cubbyhole", 'namespace name "cubbyhole" is reserved'],
    ["identity", 'namespace name "identity" is reserved'],
    ["a%20b", 'namespace name "a b" must have 1 to 128 characters, and no space and none of / * + % among them'],
    ["a/b", 'namespace name "a/b" must have 1 to 128 characters, and no space and none of / * + % among them'],
    ["+", 'namespace name "+" must have 1 to 128 characters, and no space and none of / * + % among them'],
    ["kv", 'namespace "kv/" conflicts with the mount at "kv/deep/"'],
  ] as const) {
    test(`cannot be named ${name}`, async () => {
      const { ask } = await loneEngine();
      await ask("POST", "sys/mounts/kv/deep", { type: "kv" });
      const { status, body } = await ask("POST", `sys/namespaces/${name}`);
      expect([status, body]).to.deep.equal([400, { errors: [why] }]);
    });
  }

  test("have a maximum name length, metadata size and depth", async () => {
    const { ask } = await loneEngine();
    const refused = async (...call: Parameters<LoneEngine["ask"]>) => (await ask(...call)).status;
    expect(await refused("POST", `sys/namespaces/${"x".repeat(129)}`)).to.equal(400);
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, "v"]));
    expect(await refused("POST", "sys/namespaces/x", { custom_metadata: many })).to.equal(400);
    expect(await refused("POST", "sys/namespaces/x", { custom_metadata: { k: "v".repeat(513) } })).to.equal(400);
    expect(await refused("POST", "sys/namespaces/x", { custom_metadata: { k: { deep: 1 } } })).to.equal(400);
    let path = "";
    for (let level = 0; level < 32; level += 1) {
      expect(await refused("POST", `${path}sys/namespaces/n`), path).to.equal(200);
      path += "n/";
    }
    expect(await refused("POST", `${path}sys/namespaces/n`)).to.equal(400);
  });

  test("prevent mounts at, above or below their path", async () => {
    const { send, inside } = await fixture();
    const refusal = '400 ["path is already in use at team/"]';
    expect(await send("POST", "sys/mounts/team", { type: "kv" })).to.equal(refusal);
    expect(await send("POST", "sys/mounts/team/kv2", { type: "kv" })).to.equal(refusal);
    expect(await send("POST", "sys/mounts/a", { type: "kv" }, inside("team"))).to.equal(
      '400 ["path is already in use at a/"]',
    );
    expect(await send("POST", "sys/remount", { from: "kv", to: "a/x" }, inside("team"))).to.equal(
      '400 ["path already in use at \\"a/\\""]',
    );
  });

  test("are selected by header, by path, and by both together", async () => {
    const { send, inside } = await fixture();
    const sky = '200 {"of":"team/a"}';
    for (const header of ["team/a", "/team/a/", "team/a/"]) {
      expect(await send("GET", "kv/sky", undefined, inside(header)), header).to.equal(sky);
    }
    expect(await send("GET", "team/a/kv/sky")).to.equal(sky);
    expect(await send("GET", "a/kv/sky", undefined, inside("team"))).to.equal(sky);
    expect(await send("GET", "team/kv/sky", undefined, inside("root"))).to.equal('200 {"of":"team"}');
    expect(await send("GET", "kv/sky", undefined, inside("none"))).to.equal('404 ["namespace not found"]');
    expect(await send("GET", "kv/sky", undefined, inside("team/a/none"))).to.equal('404 ["namespace not found"]');
    expect(await send("GET", "team/kv/sky", undefined, inside("other"))).to.match(/^404 \["no handler/);
  });

  test("are listed in their parent namespace, with their full path", async () => {
    const { ask, inside } = await fixture();
    const { body } = await ask("LIST", "sys/namespaces", undefined, inside("team"));
    const { keys, key_info } = (body?.data ?? {}) as JsonObject;
    expect(keys).to.deep.equal(["a/"]);
    expect(without((key_info as JsonObject)["a/"], "id")).to.deep.equal({ custom_metadata: {}, path: "team/a/" });
  });

  test("persist across a restart, with their contents", async () => {
    const { store, chief } = await fixture();
    const next = await loneEngine(store);
    const { body } = await next.ask("GET", "team/a/kv/sky", undefined, { token: chief("team/a") });
    expect(body?.data).to.deep.equal({ of: "team/a" });
  });

  test("do not serve endpoints of the whole cluster", async () => {
    const { send, inside, chief } = await fixture();
    const answer = '400 ["operation unavailable in namespaces"]';
    expect(await send("GET", "sys/audit", undefined, inside("team"))).to.equal(answer);
    expect(await send("GET", "sys/audit", undefined, inside("team", chief("team")))).to.equal(answer);
  });
});

suite("deleting a namespace", () => {
  test("is refused while it contains another namespace", async () => {
    const { send, inside } = await fixture();
    expect(await send("DELETE", "sys/namespaces/team")).to.equal(
      '400 ["cannot delete namespace \\"team/\\": it contains \\"team/a/\\""]',
    );
    expect(await send("DELETE", "sys/namespaces/a", undefined, inside("team"))).to.equal("204");
    expect(await send("DELETE", "sys/namespaces/team")).to.equal("204");
  });

  test("removes all its data from the store and revokes its tokens", async () => {
    const { ask, send, store, chief, inside, newToken } = await fixture();
    const made = await ask("GET", "sys/namespaces/other");
    const { id } = (made.body?.data ?? {}) as { id: string };
    const mounts = ((await ask("GET", "sys/mounts", undefined, inside("other"))).body?.data ?? {}) as JsonObject;
    const uuids = Object.values(mounts).map((mount) => String((mount as JsonObject).uuid));
    const traveller = await newToken("other", { policies: ["chief"] }, chief("other"));
    await ask("POST", "cubbyhole/mine", { a: 1 }, inside("other", traveller));
    await ask("POST", "identity/entity", { name: "ada" }, inside("other"));
    const before = (await store.range({ prefix: "" })).length;
    expect(await send("DELETE", "sys/namespaces/other")).to.equal("204");
    const keys = (await store.range({ prefix: "" })).map(([key]) => key);
    expect(keys.length).to.be.lessThan(before);
    expect(keys.filter((key) => [id, ...uuids].some((name) => key.includes(name)))).to.deep.equal([]);
    for (const token of [chief("other"), traveller]) {
      expect(await send("GET", "auth/token/lookup-self", undefined, { token })).to.equal(badToken);
    }
    await ask("POST", "sys/namespaces/other");
    expect(await send("GET", "auth/token/lookup-self", undefined, inside("other", chief("other")))).to.equal(badToken);
    expect(await send("GET", "kv/sky", undefined, inside("other"))).to.match(/^404 \["no handler/);
    expect(await send("GET", "sys/policies/acl/chief", undefined, inside("other"))).to.equal("404 []");
  });
});

suite("a token of a namespace", () => {
  for (const [claim, method, path, namespace] of [
    ["a secret in the root namespace", "GET", "kv/sky", ""],
    ["a secret in the root namespace, by a path within its own", "GET", "root/kv/sky", "team/a"],
    ["a secret of a sibling namespace", "GET", "kv/sky", "other"],
    ["a secret of the parent namespace", "GET", "kv/sky", "team"],
    ["the mounts of the parent namespace", "GET", "sys/mounts", "team"],
    ["the policies of the parent namespace", "LIST", "sys/policies/acl", "team"],
    ["a policy of the parent namespace", "GET", "sys/policies/acl/chief", "team"],
    ["a new policy in the parent namespace", "POST", "sys/policies/acl/mine", "team"],
    ["the list of namespaces in the parent namespace", "LIST", "sys/namespaces", "team"],
    ["the deletion of its namespace", "DELETE", "sys/namespaces/a", "team"],
    ["the entities of the parent namespace", "LIST", "identity/entity/id", "team"],
    ["a lookup of itself in the parent namespace", "GET", "auth/token/lookup-self", "team"],
    ["a new token in the parent namespace", "POST", "auth/token/create", "team"],
    ["an unknown path of a sibling namespace", "GET", "nothing/here", "other"],
    ["an endpoint of the whole cluster", "GET", "sys/audit", ""],
  ] as const) {
    test(`does not reach ${claim}: ${method} ${namespace}/${path}`, async () => {
      const { send, inside, chief } = await fixture();
      const answer = await send(
        method,
        path,
        method === "POST" ? { policy: "" } : undefined,
        inside(namespace, chief("team/a")),
      );
      expect(answer).to.match(/^40[34]/);
      expect(answer).not.to.contain('"of"');
    });
  }

  test("can read secrets of its own namespace and of those below it", async () => {
    const { send, inside, chief } = await fixture();
    expect(await send("GET", "kv/sky", undefined, inside("team", chief("team")))).to.equal('200 {"of":"team"}');
    expect(await send("GET", "kv/sky", undefined, inside("team/a", chief("team")))).to.equal('200 {"of":"team/a"}');
    expect(await send("GET", "team/a/kv/sky", undefined, { token: chief("team") })).to.equal('200 {"of":"team/a"}');
  });

  for (const path of [
    "../kv/sky",
    "../../kv/sky",
    "/kv/sky",
    "team/kv/sky",
    "root/kv/sky",
    "+/kv/sky",
    "+/+/kv/sky",
    "*",
  ]) {
    test(`gets no access outside its namespace by a policy for ${path}`, async () => {
      const { ask, send, inside, newToken } = await fixture();
      const policy = `path "${path}" { capabilities = ["read", "list", "sudo"] }`;
      expect((await ask("POST", "sys/policies/acl/climb", { policy }, inside("team/a"))).status).to.equal(204);
      const token = await newToken("team/a", { policies: ["climb"] });
      for (const above of ["", "team", "other"]) {
        expect(await send("GET", "kv/sky", undefined, inside(above, token)), above).to.equal(denied);
      }
      expect(await send("GET", "team/kv/sky", undefined, { token })).to.equal(denied);
    });
  }

  test("cannot look up tokens of other namespaces, by text or accessor", async () => {
    const { ask, send, inside, chief, newToken } = await fixture();
    const above = await newToken("team", {});
    const { body } = await ask("POST", "auth/token/lookup", { token: above });
    const { accessor } = (body?.data ?? {}) as JsonObject;
    for (const [namespace, token] of [
      ["team/a", chief("team/a")],
      ["other", chief("other")],
    ] as const) {
      expect(await send("POST", "auth/token/lookup", { token: above }, inside(namespace, token))).to.match(/^403/);
      expect(
        await send("POST", "auth/token/lookup-accessor", { accessor: accessor ?? "" }, inside(namespace, token)),
      ).to.match(/^40[03]/);
      await ask("POST", "auth/token/revoke", { token: above }, inside(namespace, token));
      await ask("POST", "auth/token/revoke-accessor", { accessor: accessor ?? "" }, inside(namespace, token));
    }
    expect(await send("GET", "auth/token/lookup-self", undefined, inside("team", above))).to.match(/^200/);
    expect(await send("POST", "auth/token/lookup", { token: above }, inside("team", chief("team")))).to.match(/^200/);
  });

  test("cannot create a token with access outside its namespace, even with the policy root", async () => {
    const { ask, send, inside, chief } = await fixture();
    const { status, body } = await ask(
      "POST",
      "auth/token/create",
      { policies: ["root"] },
      inside("team/a", chief("team/a")),
    );
    const token = String(((body?.auth ?? {}) as JsonObject).client_token);
    if (status === 200) expect(await send("GET", "kv/sky", undefined, inside("team", token))).to.equal(denied);
    else expect(status).to.equal(400);
  });

  test("cannot move a mount out of its namespace", async () => {
    const { ask, send, inside, chief, clock } = await fixture();
    await ask("POST", "sys/remount", { from: "kv", to: "../stolen" }, inside("team/a", chief("team/a")));
    await clock.pass(1);
    const roots = await send("GET", "sys/mounts", undefined, inside("team"));
    expect(roots).not.to.contain("stolen");
    expect(await send("POST", "sys/remount", { from: "kv", to: "mine" }, inside("team", chief("team/a")))).to.equal(
      denied,
    );
  });

  test("can unwrap only tokens of its namespace; failed attempts elsewhere leave the wrapping token valid", async () => {
    const { ask, send, inside, chief } = await fixture();
    const wrapped = await ask("GET", "kv/sky", undefined, {
      token: chief("team"),
      headers: { "x-vault-namespace": "team", "x-vault-wrap-ttl": "60" },
    });
    const { token } = (wrapped.body?.wrap_info ?? {}) as { token: string };
    const invalid = '400 ["wrapping token is not valid or does not exist"]';
    for (const elsewhere of ["team/a", "other", ""]) {
      expect(await send("POST", "sys/wrapping/unwrap", {}, inside(elsewhere, token)), elsewhere).to.equal(invalid);
    }
    expect(await send("POST", "sys/wrapping/unwrap", {}, inside("team", token))).to.equal('200 {"of":"team"}');
  });
});
