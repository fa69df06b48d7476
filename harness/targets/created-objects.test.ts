import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import { simulated } from "#harness/stages/simulated.ts";
import type { Stage, StageCluster } from "#harness/stages/stage.ts";
import { CreatedObjects } from "./created-objects.ts";

let stage: Stage;
let oslo: StageCluster;
before(async () => {
  stage = await simulated({ seed: 7, topology: { name: "one", clusters: ["Oslo"] } });
  oslo = stage.clusters[0] as StageCluster;
  await asRoot("POST", "sys/mounts/theirs", { type: "kv" });
  await asRoot("POST", "theirs/sky", { value: "blue" });
  await asRoot("POST", "sys/auth/staff", { type: "userpass" });
  await asRoot("POST", "sys/policies/acl/theirs", { policy: 'path "x" { capabilities = ["read"] }' });
  await asRoot("POST", "identity/group", { name: "theirs" });
  const { status } = await asRoot("POST", "sys/namespaces/others", {});
  expect(status).to.equal(200);
});
after(() => stage[Symbol.asyncDispose]());

async function contents(): Promise<readonly unknown[]> {
  const lists = [
    "sys/policies/acl",
    "sys/namespaces",
    "identity/entity/id",
    "identity/group/id",
    "auth/token/accessors",
  ];
  const mounts = ["sys/mounts", "sys/auth", "sys/audit"].map((path) => asRoot("GET", path));
  const replies = await Promise.all([...mounts, ...lists.map((path) => asRoot("LIST", path))]);
  return replies.map(({ body }) => body?.data ?? null);
}

function asRoot(method: ApiRequest["method"], path: string, body?: ApiRequest["body"]): Promise<ApiReply> {
  return oslo.call({ method, path, token: "root", ...(body === undefined ? {} : { body }) });
}

async function opened(): Promise<CreatedObjects> {
  const createdObjects = new CreatedObjects({
    cluster: "Oslo",
    rootToken: "root",
    call: (request) => oslo.call(request),
  });
  await createdObjects.open();
  return createdObjects;
}

suite("created objects", () => {
  test("deletes every created object in reverse order, and nothing else", async () => {
    const earlier = await contents();
    const createdObjects = await opened();
    const requests: readonly (readonly [string, NonNullable<ApiRequest["body"]>, string?])[] = [
      ["sys/mounts/colours", { type: "kv" }],
      ["colours/sky", { value: "green" }],
      ["sys/remount", { from: "colours", to: "shapes" }],
      ["sys/auth/people", { type: "userpass" }],
      ["auth/people/users/ada", { password: "opensesame" }],
      ["auth/people/login/ada", { password: "opensesame" }],
      ["sys/policies/acl/painter", { policy: 'path "colours/*" { capabilities = ["read"] }' }],
      ["sys/policies/password/pin", { policy: 'length = 8\nrule "charset" { charset = "01" }' }],
      ["auth/token/create", { policies: ["painter"] }],
      ["auth/token/roles/web", { allowed_policies: "painter" }],
      ["identity/group", { name: "crew" }],
      ["identity/entity", { name: "bob" }],
      ["sys/namespaces/team", {}],
      ["sys/namespaces/green", {}, "team"],
      ["team/sys/namespaces/blue", {}],
      ["green/sys/namespaces/red", {}, "team"],
      ["identity/entity/name/jane", { policies: ["painter"] }],
      ["identity/entity/name/jane", { policies: ["default"] }],
      ["identity/group/name/troop", {}],
      ["sys/mounts/plans", { type: "kv" }, "team/green"],
      ["sys/quotas/rate-limit/often", { rate: 100_000 }],
    ];
    for (const [path, body, namespace = ""] of requests) {
      const headers = namespace === "" ? {} : { "x-vault-namespace": namespace };
      const { status, body: answer } = await createdObjects.call({
        method: "POST",
        path,
        body,
        token: "root",
        headers,
      });
      expect(status, `${path}: ${answer?.errors}`).to.be.lessThan(300);
    }
    const wrapped = await createdObjects.call({
      method: "GET",
      path: "shapes/sky",
      token: "root",
      headers: { "x-vault-wrap-ttl": "1h" },
    });
    expect(wrapped.body?.wrap_info).not.to.equal(null);
    expect(await contents()).not.to.deep.equal(earlier);
    expect(await createdObjects.clear()).to.deep.equal([]);
    expect(await contents()).to.deep.equal(earlier);
    expect((await asRoot("LIST", "sys/leases/lookup/sys/wrapping/wrap")).status).to.equal(404);
  });

  const refused: readonly (readonly [ApiRequest["method"], string, (ApiRequest["body"] | undefined)?, string?])[] = [
    ["POST", "theirs/sky", { value: "red" }],
    ["GET", "theirs/sky"],
    ["DELETE", "theirs/sky"],
    ["POST", "/theirs//sky", { value: "red" }],
    ["POST", "auth/staff/users/ada", { password: "opensesame" }],
    ["POST", "sys/mounts/theirs", { type: "kv" }],
    ["POST", "sys/mounts/theirs/below", { type: "kv" }],
    ["DELETE", "sys/mounts/theirs"],
    ["POST", "sys/mounts/theirs/tune", { description: "ours" }],
    ["DELETE", "sys/auth/staff"],
    ["PUT", "sys/policies/acl/theirs", { policy: "" }],
    ["DELETE", "sys/policy/theirs"],
    ["POST", "identity/group", { name: "theirs", policies: ["root"] }],
    ["POST", "identity/group/name/theirs", { policies: ["root"] }],
    ["DELETE", "identity/group/name/theirs"],
    ["POST", "sys/remount", { from: "theirs", to: "ours" }],
    ["POST", "sys/namespaces/others", {}],
    ["POST", "sys/mounts/colours", { type: "kv" }, "others"],
    ["POST", "sys/leases/revoke-prefix/theirs"],
    ["POST", "sys/leases/revoke-prefix/the"],
    ["POST", "auth/token/revoke-self"],
    ["POST", "auth/token/revoke", { token: "root" }],
    ["PUT", "sys/seal"],
    ["PUT", "sys/rotate"],
    ["POST", "sys/config/cors", { enabled: false }],
    ["POST", "sys/replication/performance/primary/enable"],
    ["POST", "cubbyhole/x", { a: 1 }],
  ];
  for (const [method, path, body, namespace] of refused) {
    test(`does not send ${method} ${path}${namespace ? ` in ${namespace}` : ""}${body ? ` with ${JSON.stringify(body)}` : ""}`, async () => {
      const sent: ApiRequest[] = [];
      const createdObjects = new CreatedObjects({
        ...{ cluster: "Oslo", rootToken: "root" },
        call: (request) => {
          sent.push(request);
          return oslo.call(request);
        },
      });
      await createdObjects.open();
      const request = { method, path, token: "root", ...(body === undefined ? {} : { body }) };
      const headers = namespace === undefined ? {} : { headers: { "x-svc-namespace": namespace } };
      const error = await createdObjects.call({ ...request, ...headers }).catch((error: unknown) => error);
      expect(error).to.be.instanceOf(CannotBePlayed);
      expect(sent.filter((one) => one.method !== "GET")).to.deep.equal([]);
      expect(await createdObjects.clear()).to.deep.equal([]);
    });
  }

  test("refuses requests once it clears, and waits for requests in progress", async () => {
    const earlier = await contents();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const createdObjects = new CreatedObjects({
      ...{ cluster: "Oslo", rootToken: "root" },
      async call(request) {
        if (request.path === "sys/mounts/late" && request.method === "POST") await held;
        return oslo.call(request);
      },
    });
    await createdObjects.open();
    const late = createdObjects.call({ method: "POST", path: "sys/mounts/late", token: "root", body: { type: "kv" } });
    const cleared = createdObjects.clear();
    const refusal = await createdObjects
      .call({ method: "GET", path: "sys/mounts", token: "root" })
      .catch((error: Error) => error.message);
    expect(refusal).to.equal("the scenario has ended");
    release();
    expect((await late).status).to.equal(204);
    expect(await cleared).to.deep.equal([]);
    expect(await contents()).to.deep.equal(earlier);
  });

  test("recognizes objects that the scenario created through another of its clusters", async () => {
    const mine = new Set<string>();
    const call = (request: ApiRequest) => oslo.call(request);
    const [one, other] = ["Oslo", "Lima"].map(
      (cluster) => new CreatedObjects({ cluster, rootToken: "root", call, mine }),
    );
    await one?.open();
    await other?.open();
    const request: ApiRequest = {
      method: "PUT",
      path: "sys/policies/acl/ours",
      token: "root",
      body: { policy: 'path "x" {}' },
    };
    expect((await one?.call(request))?.status).to.equal(204);
    expect((await other?.call(request))?.status).to.equal(204);
    expect(await other?.clear()).to.deep.equal([]);
    expect(await one?.clear()).to.deep.equal([]);
    expect((await asRoot("GET", "sys/policies/acl/ours")).status).to.equal(404);
  });

  test("reports each object that it could not delete, with the reason", async () => {
    const createdObjects = new CreatedObjects({
      ...{ cluster: "Oslo", rootToken: "root" },
      call: async (request) =>
        request.method === "DELETE"
          ? { status: 500, headers: {}, body: { errors: ["no"] } as never }
          : oslo.call(request),
    });
    await createdObjects.open();
    await createdObjects.call({ method: "POST", path: "sys/mounts/stuck", token: "root", body: { type: "kv" } });
    expect(await createdObjects.clear()).to.deep.equal(["secrets engine stuck (DELETE sys/mounts/stuck: 500 no)"]);
    await asRoot("DELETE", "sys/mounts/stuck");
  });
});
