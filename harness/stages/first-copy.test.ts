import { suite, test } from "node:test";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { ClusterActor } from "./cluster-actor.ts";
import { simulated } from "./simulated.ts";
import type { Stage } from "./stage.ts";

const topology = { name: "two", clusters: ["Oslo", "Lima"] };
const rules = 'path "*" { capabilities = ["read", "list", "create", "update"] }';
const password = "correct horse";

type Parts = Readonly<{ stage: Stage; oslo: ClusterActor; lima: ClusterActor; batchToken: string }>;

async function bootstrap(cluster: ClusterActor): Promise<void> {
  await cluster.send("POST", "sys/mounts/kv", { type: "kv" });
  await cluster.send("POST", "sys/auth/userpass", { type: "userpass" });
  await cluster.write("sys/policies/acl/reader", { policy: rules });
  await cluster.write("auth/userpass/users/ada", { password, token_policies: "reader" });
  await cluster.send("POST", "sys/namespaces/team", {});
  await cluster.send("POST", "team/sys/mounts/kv", { type: "kv" });
  await cluster.write("team/kv/sky", { colour: "blue" });
  for (let i = 0; i < 4; i++) await cluster.write(`kv/${i}`, { value: `${i}`.repeat(100_000) });
}

async function copying(): Promise<Parts & AsyncDisposable> {
  const stage = await simulated({ seed: 1, topology });
  const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  if (!oslo || !lima) throw new Error("expected two clusters");
  await bootstrap(oslo);
  const { auth } = await oslo.send("POST", "auth/token/create", { policies: ["reader"], type: "batch", ttl: "10h" });
  await oslo.enablePrimary();
  const token = await oslo.secondaryToken("lima");
  await stage.narrow("Oslo", "Lima", 10_000);
  await lima.enableSecondary(token);
  await stage.pass(1000);
  return {
    ...{ stage, oslo, lima, batchToken: String(auth?.client_token) },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

const requests = (token: string): Readonly<Record<string, ApiRequest>> => ({
  "a login": { method: "POST", path: "auth/userpass/login/ada", body: { password } },
  "a login at a mount that is not replicated yet": {
    method: "POST",
    path: "auth/elsewhere/login/ada",
    body: { password },
  },
  "a read": { method: "GET", path: "kv/1", token },
  "a list": { method: "LIST", path: "kv/", token },
  "a list with a query": { method: "GET", path: "kv/?list=true", token },
  "a read in a namespace": { method: "GET", path: "team/kv/sky", token },
  "a read in the namespace of a header": {
    ...{ method: "GET", path: "kv/sky", token },
    headers: { "X-Vault-Namespace": "team" },
  },
  "a write, which is forwarded later": { method: "POST", path: "kv/new", body: { a: "b" }, token },
  "a policy": { method: "GET", path: "sys/policies/acl/reader", token },
  "the mount table": { method: "GET", path: "sys/mounts", token },
  "a lookup of the token itself": { method: "GET", path: "auth/token/lookup-self", token },
  "a new token": { method: "POST", path: "auth/token/create", body: {}, token },
  "a request without a token": { method: "GET", path: "kv/1" },
  "a path of no mount": { method: "GET", path: "nowhere/1", token },
  help: { method: "GET", path: "kv/1?help=1", token },
});

function expectUnavailable(what: string, { status, headers, body }: ApiReply): void {
  expect({ status, wait: headers["retry-after"], errors: body?.errors }, what).to.deep.equal({
    status: 503,
    wait: "1",
    errors: [
      "this secondary does not have its first copy of the primary's data yet: try again later, or ask another cluster",
    ],
  });
}

suite("a secondary during its first copy", () => {
  test("refuses requests for replicated data with 503 and Retry-After until the copy is complete, even after a restart or without its primary", async () => {
    await using parts = await copying();
    const { stage, lima, batchToken } = parts;
    const expectAll = async () => {
      expect(await lima.status()).to.include({ mode: "bootstrapping" });
      for (const [what, request] of Object.entries(requests(lima.rootToken))) {
        expectUnavailable(what, await lima.ask(request));
      }
      expectUnavailable(
        "a batch token of the primary",
        await lima.ask({ method: "GET", path: "kv/1", token: batchToken }),
      );
      expectUnavailable("an invalid token", await lima.ask({ method: "GET", path: "kv/1", token: "hvs.none" }));
    };
    await expectAll();
    await lima.restart();
    await expectAll();
    await stage.partition("Oslo", "Lima");
    await stage.pass(30_000);
    await expectAll();
    await stage.heal("Oslo", "Lima");
    await lima.streams();
    const { body } = await lima.ask({ method: "POST", path: "auth/userpass/login/ada", body: { password } });
    for (const token of [String(body?.auth?.client_token)]) {
      for (const what of [
        "a login",
        "a read",
        "a list",
        "a read in a namespace",
        "a write, which is forwarded later",
      ]) {
        const request = requests(token)[what];
        if (request) expect((await lima.ask(request)).status, what).to.be.within(200, 204);
      }
    }
  });

  test("answers requests about its own health, seal and replication", async () => {
    await using parts = await copying();
    const { lima } = parts;
    const health = await lima.ask({ method: "GET", path: "sys/health" });
    expect({
      status: health.status,
      mode: (health.body as Record<string, unknown>).replication_performance_mode,
    }).to.deep.equal({ status: 200, mode: "bootstrapping" });
    for (const path of ["sys/seal-status", "sys/leader", "sys/init", "sys/replication/status"]) {
      expect((await lima.ask({ method: "GET", path })).status, path).to.equal(200);
    }
    for (const path of ["sys/metrics", "sys/key-status", "sys/host-info"]) {
      expect((await lima.ask({ method: "GET", path, token: lima.rootToken })).status, path).to.equal(200);
    }
    // An operator can end this state without the primary.
    await lima.write("sys/replication/performance/secondary/disable");
    expect(await lima.status()).to.include({ mode: "disabled" });
    expect((await lima.ask({ method: "GET", path: "sys/mounts", token: lima.rootToken })).status).to.equal(200);
  });

  test("answers requests for data of both clusters with 200 or 503 at all times", async () => {
    await using stage = await simulated({ seed: 2, topology });
    const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
    if (!oslo || !lima) throw new Error("expected two clusters");
    for (const cluster of [oslo, lima]) await bootstrap(cluster);
    await oslo.enablePrimary();
    const token = await oslo.secondaryToken("lima");
    const replies: Promise<ApiReply>[] = [];
    let isCopied = false;
    const ask = async () => {
      while (!isCopied) {
        replies.push(lima.ask({ method: "POST", path: "auth/userpass/login/ada", body: { password } }));
        replies.push(lima.ask({ method: "GET", path: "kv/1", token: lima.rootToken }));
        replies.push(lima.ask({ method: "GET", path: "team/kv/sky", token: lima.rootToken }));
        await stage.pass(0.5);
      }
    };
    const requesting = ask();
    await lima.enableSecondary(token);
    await lima.streams();
    isCopied = true;
    await requesting;
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect([...new Set(statuses)].toSorted((one, other) => one - other)).to.deep.equal([200, 503]);
  });
});

test("a secondary answers from its data while it is compared with its primary again", async () => {
  await using parts = await copying();
  const { stage, oslo, lima } = parts;
  await stage.heal("Oslo", "Lima");
  await lima.streams();
  // The login creates the entity.
  await oslo.send("POST", "auth/userpass/login/ada", { password });
  await stage.partition("Oslo", "Lima");
  await oslo.write("kv/own", { value: "discarded" });
  await lima.promoteByForce();
  for (let i = 0; i < 4; i++) await lima.write(`kv/${i}`, { value: `new ${i}`.repeat(50_000) });
  await oslo.demote();
  const token = await lima.secondaryToken("oslo");
  await stage.heal("Oslo", "Lima");
  await stage.narrow("Oslo", "Lima", 10_000);
  await oslo.updatePrimary(token);
  await stage.pass(1000);
  expect((await oslo.status()).state).to.match(/merkle/);
  expect((await oslo.ask({ method: "GET", path: "kv/1", token: oslo.rootToken })).status).to.equal(200);
  const login = await oslo.ask({ method: "POST", path: "auth/userpass/login/ada", body: { password } });
  expect(login.status).to.equal(200);
});
