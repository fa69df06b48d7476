import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { mountedKv } from "../../mounted.suite.ts";

const mismatch = "check-and-set parameter did not match the current version";
const start = "2026-01-01T00:00:00.000000000Z";
const first = { created_time: start, custom_metadata: null, deletion_time: "", destroyed: false, version: 1 };

suite("kv version 2: data", () => {
  test("a write creates a version and returns its metadata; a read returns the current or the requested version", async () => {
    const { data } = await mountedKv("2");
    expect(await data("POST", "data/a", { data: { x: 1 } })).to.deep.equal(first);
    expect(await data("PUT", "data/a", { data: { x: 2 } })).to.deep.equal({ ...first, version: 2 });
    expect(await data("GET", "data/a")).to.deep.equal({ data: { x: 2 }, metadata: { ...first, version: 2 } });
    expect(await data("GET", "data/a?version=1")).to.deep.equal({ data: { x: 1 }, metadata: first });
    expect(await data("GET", "data/a?version=0")).to.deep.include({ data: { x: 2 } });
  });

  test("paths may be deep and contain special characters, and different paths are different secrets", async () => {
    const { data } = await mountedKv("2");
    const paths = ["a", "1/a", "data/a", "a/1", "a b/ü/*", "__proto__", "constructor", "metadata", "a+b", "A"];
    for (const [x, path] of paths.entries()) await data("POST", `data/${encodeURI(path)}`, { data: { x } });
    for (const [x, path] of paths.entries()) {
      expect(await data("GET", `data/${encodeURI(path)}`), path).to.deep.include({ data: { x } });
    }
  });

  test("a read returns numbers in the format in which they were written", async () => {
    const { data, text } = await mountedKv("2");
    const secret = '{"a":1.10,"b":[1e3,{"c":12345678901234567890}],"__proto__":{"x":null}}';
    await data("POST", "data/a", `{"data":${secret}}`);
    expect(await text("data/a")).to.contain(`"data":${secret}`);
  });

  test("data may be null or empty, but must be present and a map", async () => {
    const { data, refusal } = await mountedKv("2");
    await data("POST", "data/a", { data: null });
    expect(await data("GET", "data/a")).to.deep.include({ data: null });
    await data("POST", "data/a", { data: {} });
    expect(await data("GET", "data/a")).to.deep.include({ data: {} });
    expect(await refusal("POST", "data/a", {})).to.deep.equal([400, "no data provided"]);
    expect(await refusal("POST", "data/a", { data: "x" })).to.deep.equal([
      400,
      `error converting input for field "data": '' expected a map, got 'string'`,
    ]);
  });

  test("a missing secret or version is 404 with an empty list of errors", async () => {
    const { data, refusal } = await mountedKv("2");
    expect(await refusal("GET", "data/none")).to.deep.equal([404, undefined]);
    await data("POST", "data/a", { data: {} });
    expect(await refusal("GET", "data/a?version=2")).to.deep.equal([404, undefined]);
    expect(await refusal("GET", "data/a?version=x")).to.deep.include(400);
  });

  test("check-and-set writes only if the current version is the expected one; 0 expects no version", async () => {
    const { data, refusal } = await mountedKv("2");
    const write = (cas: unknown) => ["POST", "data/a", { data: {}, options: { cas } } as JsonObject] as const;
    expect(await refusal(...write(1))).to.deep.equal([400, mismatch]);
    await data(...write(0));
    expect(await refusal(...write(0))).to.deep.equal([400, mismatch]);
    expect((await data(...write("1"))).version).to.equal(2);
    for (const odd of ["x", null, [1], 1.5]) {
      expect(await refusal(...write(odd)), String(odd)).to.deep.equal([400, "error parsing check-and-set parameter"]);
    }
  });

  test("a write without check-and-set is refused if the mount or the secret requires it", async () => {
    const { data, done, refusal } = await mountedKv("2");
    const needed = [400, "check-and-set parameter required for this call"];
    await done("POST", "metadata/a", { cas_required: true });
    expect(await refusal("POST", "data/a", { data: {} })).to.deep.equal(needed);
    await data("POST", "data/a", { data: {}, options: { cas: 0 } });
    await data("POST", "data/b", { data: {} });
    await done("POST", "config", { cas_required: true });
    expect(await refusal("POST", "data/b", { data: {} })).to.deep.equal(needed);
    await data("POST", "data/b", { data: {}, options: { cas: 1 } });
  });

  test("of concurrent writes that expect the same version, one succeeds", async () => {
    const { ask } = await mountedKv("2");
    const requests = Array.from({ length: 20 }, (_, x) =>
      ask("POST", "s/data/a", { data: { x }, options: { cas: 0 } }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status === 400)).to.have.length(19);
  });

  test("concurrent writes create one version each", async () => {
    const { ask, data } = await mountedKv("2");
    await Promise.all(Array.from({ length: 20 }, (_, x) => ask("POST", "s/data/a", { data: { x } })));
    expect(await data("GET", "metadata/a")).to.deep.include({ current_version: 20, oldest_version: 11 });
  });

  test("a patch merges into the current version and creates a new one", async () => {
    const { ask, data, patch } = await mountedKv("2");
    await data("POST", "data/a", { data: { kept: 1, gone: 2, map: { kept: 1, gone: 2 }, list: [1], leaf: 1 } });
    const change = { gone: null, never: null, map: { gone: null, made: { x: null, y: 1 } }, list: [2], leaf: { z: 1 } };
    const { status, body } = await patch("data/a", { data: change });
    expect([status, (body?.data as JsonObject | undefined)?.version]).to.deep.equal([200, 2]);
    expect((await data("GET", "data/a")).data).to.deep.equal({
      kept: 1,
      map: { kept: 1, made: { y: 1 } },
      list: [2],
      leaf: { z: 1 },
    });
    expect((await ask("PATCH", "s/data/a", {})).status).to.equal(415);
  });

  test("a patch preserves number formats, and a number in a patch replaces an object", async () => {
    const { ask, data, text } = await mountedKv("2");
    const headers = { "content-type": "application/merge-patch+json" };
    await data("POST", "data/a", '{"data":{"a":1.10,"b":2.20}}');
    await ask("PATCH", "s/data/a", '{"data":{"b":3.30,"a":{"c":1.0}}}', { headers });
    await ask("PATCH", "s/data/a", '{"data":{"a":{"d":4.40}}}', { headers });
    expect(await text("data/a")).to.contain('"data":{"a":{"c":1.0,"d":4.40},"b":3.30}');
  });

  test("a patch of a missing secret is 404 without a body, of a deleted version 404 with its metadata", async () => {
    const { data, done, patch, engine } = await mountedKv("2");
    const headers = { "x-vault-token": "root", "content-type": "application/merge-patch+json" };
    const request = { method: "PATCH", target: "/v1/s/data/none", headers, body: '{"data":{}}', remoteAddress: "::1" };
    expect(await engine.handle(request)).to.deep.include({ status: 404, body: "" });
    await data("POST", "data/a", { data: {} });
    await done("DELETE", "data/a");
    const { status, body } = await patch("data/a", { data: {} });
    expect(status).to.equal(404);
    expect(body?.data).to.deep.include({ version: 1, deletion_time: start });
  });

  test("a patch applies check-and-set and requires data", async () => {
    const { data, patch } = await mountedKv("2");
    await data("POST", "data/a", { data: {} });
    expect((await patch("data/a", { data: {}, options: { cas: 2 } })).body).to.deep.equal({ errors: [mismatch] });
    expect((await patch("data/a", { data: {}, options: { cas: 1 } })).status).to.equal(200);
    expect((await patch("data/a", {})).body).to.deep.equal({ errors: ["no data provided"] });
    expect((await patch("data/a", { data: null })).body).to.deep.equal({ errors: ["no data provided"] });
  });

  test("a write requires `create` on a path without a secret, and `update` on a path with one", async () => {
    const { ask, data } = await mountedKv("2");
    for (const right of ["create", "update"]) {
      await ask("POST", `sys/policies/acl/${right}`, { policy: `path "s/data/*" { capabilities = ["${right}"] }` });
    }
    const tokenFor = async (policy: string) =>
      ((await ask("POST", "auth/token/create", { policies: [policy] })).body?.auth as JsonObject | undefined)
        ?.client_token as string;
    const [creator, updater] = [await tokenFor("create"), await tokenFor("update")];
    const status = async (path: string, token: string) =>
      (await ask("POST", `s/data/${path}`, { data: {} }, { token })).status;
    await data("POST", "data/there", { data: {} });
    expect([await status("new", updater), await status("new", creator)]).to.deep.equal([403, 200]);
    expect([await status("there", creator), await status("there", updater)]).to.deep.equal([403, 200]);
  });
});
