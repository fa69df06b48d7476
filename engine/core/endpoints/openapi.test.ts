import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

type Described = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

const specification = "sys/internal/specs/openapi";

async function pathsOf({ ask }: LoneEngine, options: Parameters<LoneEngine["ask"]>[3] = {}): Promise<Described> {
  const { status, body } = await ask("GET", specification, undefined, options);
  expect(status).to.equal(200);
  return body?.paths as unknown as Described;
}

function operationsOf(paths: Described): readonly JsonObject[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

async function tokenFor({ ask }: LoneEngine, policy: string): Promise<string> {
  await ask("POST", "sys/policies/acl/some", { policy });
  const { body } = await ask("POST", "auth/token/create", { policies: ["some"], no_default_policy: true });
  return String((body as { auth: JsonObject }).auth.client_token);
}

async function engineWithMounts(): Promise<LoneEngine> {
  const lone = await loneEngine();
  const posts: readonly (readonly [path: string, type: string])[] = [
    ...["kv", "database"].map((type) => [`sys/mounts/${type}`, type] as const),
    ...["userpass", "approle", "aws", "cloud"].map((type) => [`sys/auth/${type}`, type] as const),
  ];
  for (const [path, type] of posts) expect((await lone.ask("POST", path, { type })).status, path).to.equal(204);
  return lone;
}

suite("the OpenAPI document", () => {
  test("has no response envelope, has version 3.0.2, and does not change between reads", async () => {
    const { ask } = await engineWithMounts();
    const { body } = await ask("GET", specification);
    expect(body).to.include({ openapi: "3.0.2" }).and.not.to.have.property("request_id");
    expect((await ask("GET", specification)).body).to.deep.equal(body);
    const paths = Object.keys(body?.paths as JsonObject);
    expect(paths).to.deep.equal(paths.toSorted());
  });

  test("lists system paths, and the paths of each mount below the mount's path", async () => {
    const paths = await pathsOf(await engineWithMounts());
    for (const [path, methods] of [
      ["/sys/mounts", ["get"]],
      ["/sys/health", ["get"]],
      ["/auth/token/create", ["post"]],
      ["/identity/entity/id/{id}", ["delete", "get", "post"]],
      ["/secret/data/{path}", ["delete", "get", "patch", "post"]],
      ["/secret/metadata/{path}/", ["get"]],
      ["/kv/", ["get"]],
      ["/database/creds/{name}", ["get"]],
      ["/auth/userpass/login/{username}", ["post"]],
    ] as const) {
      expect(Object.keys(paths[path] ?? {}).toSorted(), path).to.deep.equal(methods);
    }
  });

  test("omits internal endpoints between clusters", async () => {
    const paths = Object.keys(await pathsOf(await engineWithMounts()));
    expect(paths).to.include("/auth/approle/role/{role_name}/secret-id/lookup");
    expect(paths).not.to.include("/auth/approle/role/{role_name}/secret-id/spend");
  });

  test("has a unique id for each operation, and no two paths that differ only in parameter names", async () => {
    const paths = await pathsOf(await engineWithMounts());
    const ids = operationsOf(paths).map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).to.equal(shapes.length);
  });

  test("declares every parameter of a path", async () => {
    for (const [path, methods] of Object.entries(await pathsOf(await engineWithMounts()))) {
      const standing = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const declared = (parameters as readonly JsonObject[]).filter((one) => one.in === "path");
        expect(declared.map(({ name }) => name).toSorted(), path).to.deep.equal(standing.toSorted());
      }
    }
  });

  test("describes request fields: types, required fields, defaults, secrets", async () => {
    const paths = await pathsOf(await engineWithMounts());
    const revoke = JSON.stringify(paths["/sys/leases/revoke"]?.post?.requestBody);
    expect(revoke).to.match(/"sync":\{[^}]*"type":"boolean",[^}]*"default":true\}/);
    const login = JSON.stringify(paths["/auth/userpass/login/{username}"]?.post?.requestBody);
    expect(login).to.contain('"password":{"type":"string","format":"password"');
    const list = paths["/kv/"]?.get?.parameters as readonly JsonObject[];
    expect(list).to.have.length(1);
    expect(list[0]).to.include({ name: "list", in: "query", required: true });
    const patch = paths["/secret/data/{path}"]?.patch?.requestBody as JsonObject;
    expect(patch.content).to.have.keys("application/merge-patch+json");
  });

  test("lists the possible response statuses, including 202, 204 and those of forwarded requests", async () => {
    const paths = await pathsOf(await engineWithMounts());
    const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses as JsonObject);
    const usual = ["400", "403", "404", "405", "413", "429", "503"];
    expect(statuses("/auth/token/tidy", "post")).to.deep.equal(["202", ...usual]);
    expect(statuses("/sys/leases/revoke", "post")).to.deep.equal(["202", "204", ...usual]);
    expect(statuses("/database/rotate-root/{name}", "post")).to.include.members(["500", "502"]);
    expect(statuses("/secret/data/{path}", "patch")).to.include.members(["200", "415", "502"]);
    expect(statuses("/sys/health", "get")).to.include("default");
  });

  test("marks operations that need sudo or no token, or that distinguish create from update", async () => {
    const paths = await pathsOf(await engineWithMounts());
    expect(paths["/sys/rotate"]?.post).to.include({ "x-vault-sudo": true });
    expect(paths["/sys/health"]?.get).to.include({ "x-vault-unauthenticated": true });
    expect(paths["/sys/health"]?.get?.security).to.deep.equal([]);
    expect(paths["/sys/mounts"]?.get?.security).to.deep.equal([{ token: [] }, { bearer: [] }]);
    expect(paths["/database/roles/{name}"]?.post).to.include({
      "x-vault-createSupported": true,
      "x-understudy-served": "by-primary",
    });
  });

  test("lists the paths that a token has access to", async () => {
    const lone = await engineWithMounts();
    const token = await tokenFor(lone, 'path "database/creds/r" { capabilities = ["read"] }');
    const seen = Object.keys(await pathsOf(lone, { token }));
    expect(seen.every((path) => path.startsWith("/database/"))).to.equal(true);
    expect(seen).to.include("/database/roles/{name}");
    expect((await lone.ask("GET", specification, undefined, { token: "bad" })).status).to.equal(403);
  });

  test("lists, without a token, only the paths visible to every client", async () => {
    const lone = await engineWithMounts();
    expect(await pathsOf(lone, { token: "" })).to.deep.equal({});
    await lone.ask("POST", "sys/auth/userpass/tune", { listing_visibility: "unauth" });
    expect(Object.keys(await pathsOf(lone, { token: "" }))).to.include("/auth/userpass/login/{username}");
  });

  test("of a namespace omits endpoints of the root namespace", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/namespaces/team");
    const headers = { "x-vault-namespace": "team" };
    const paths = await pathsOf(lone, { headers });
    expect(paths).to.have.property("/sys/mounts");
    expect(paths).not.to.have.any.keys("/sys/rotate", "/secret/data/{path}");
  });

  test("has mount paths as parameters on request", async () => {
    const lone = await engineWithMounts();
    const { body } = await lone.ask("GET", `${specification}?generic_mount_paths=true`);
    expect(body?.paths)
      .to.have.property("/{kv_v2_mount_path}/data/{path}")
      .with.nested.property("get.parameters[0].name", "kv_v2_mount_path");
    expect(body?.paths).to.include.keys("/auth/{userpass_mount_path}/login/{username}", "/{kv_mount_path}/{path}");
  });
});

suite("help", () => {
  test("describes a path in prose and as OpenAPI without running the operation", async () => {
    const { ask } = await loneEngine();
    await ask("POST", "secret/data/a", { data: { b: 1 } });
    const { status, body } = await ask("GET", "secret/data/a?help=1");
    expect(status).to.equal(200);
    expect(body).to.have.all.keys("help", "openapi");
    expect(body?.help).to.match(/^Request: secret\/data\/a\nMatching Route: secret\/data\/\*path\n/);
    expect(body?.openapi).to.have.nested.property("paths./secret/data/{path}.get.summary");
  });

  test("needs a token where the path does, but no capability", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/auth/userpass", { type: "userpass" });
    const ask = async (path: string, token: string) =>
      (await lone.ask("GET", `${path}?help=1`, undefined, { token })).status;
    expect(await ask("sys/mounts", "")).to.equal(403);
    expect(await ask("auth/userpass/login/x", "")).to.equal(200);
    expect((await lone.ask("GET", "sys/health?help=1", undefined, { token: "" })).body).to.have.property("help");
    const token = await tokenFor(lone, 'path "a" { capabilities = ["read"] }');
    expect(await ask("sys/mounts", token)).to.equal(200);
    expect((await lone.ask("GET", "sys/mounts", undefined, { token })).status).to.equal(403);
  });

  test("for an unknown path is a 404 error", async () => {
    const { ask } = await loneEngine();
    expect(await ask("GET", "nomount/x?help=1")).to.deep.equal({
      status: 404,
      body: { errors: ['no handler for route "nomount/x". route entry not found.'] },
    });
    expect((await ask("GET", "sys/nope?help=1")).status).to.equal(404);
  });
});
