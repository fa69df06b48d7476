import { after, before, beforeEach, suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type Pair, pairOfEngines } from "../../pair.suite.ts";
import { certificatesForTests } from "../../ports/certificates-for-tests.suite.ts";
import { protocolVersion } from "../../replication/protocol/message.ts";
import { RequestPipeline } from "./request-pipeline.ts";
import type { PipelineServices } from "./step.ts";

type File = { lines: string[]; isBroken: boolean };

const files = new Map<string, File>();

function portsOf(name: string) {
  const file: File = { lines: [], isBroken: false };
  files.set(name, file);
  const write = async (line: string) => {
    if (file.isBroken) throw new Error("ENOSPC: no space left");
    file.lines.push(line);
  };
  return { audit: { open: async () => ({ write, close: async () => {} }) } };
}

const fileOf = (name: string): File => files.get(name) ?? { lines: [], isBroken: false };

function entriesOf(
  name: string,
  path: string,
): readonly Readonly<{ type: string; auth: JsonObject; request: JsonObject; error?: string }>[] {
  return fileOf(name)
    .lines.map((line) => JSON.parse(line))
    .filter(({ request }) => request?.path === path);
}

suite("a forwarded request", () => {
  let pair: Pair;
  before(async () => {
    pair = await pairOfEngines({ portsOf });
    const options = { type: "file", options: { file_path: "audit" } };
    expect((await pair.oslo.ask("POST", "sys/audit/main", options)).status).to.equal(204);
    await pair.until(async () => (await pair.lima.ask("GET", "sys/audit")).body?.["main/"] !== undefined);
  });
  beforeEach(() => {
    for (const file of files.values()) file.isBroken = false;
  });
  after(() => pair[Symbol.asyncDispose]());

  test("is audited on the primary with the names of both clusters and the same id", async () => {
    const path = "sys/policies/acl/painters";
    const policy = 'path "colours/*" { capabilities = ["read"] }';
    expect((await pair.lima.ask("POST", path, { policy })).status).to.equal(204);
    const [onLima, onOslo] = [entriesOf("lima", path), entriesOf("oslo", path)];
    expect(onLima.map(({ type }) => type)).to.deep.equal(["request", "response"]);
    expect(onOslo.map(({ type }) => type)).to.deep.equal(["request", "response"]);
    for (const { request, auth } of onOslo) {
      expect(request).to.include({ id: onLima[0]?.request.id, forwarded_from: "lima", forwarded_to: "oslo" });
      expect(auth).to.deep.equal({ display_name: "token", token_type: "default" });
    }
    expect(onLima.map(({ request }) => request.forwarded_from)).to.deep.equal([undefined, undefined]);
  });

  test("is not executed if no audit device of the primary accepts it", async () => {
    fileOf("oslo").isBroken = true;
    const path = "sys/policies/acl/unseen";
    const policy = 'path "colours/*" { capabilities = ["read"] }';
    expect((await pair.lima.ask("POST", path, { policy })).status).to.equal(500);
    fileOf("oslo").isBroken = false;
    expect((await pair.oslo.ask("GET", path)).status).to.equal(404);
  });

  test("is refused and audited if every cluster serves its operation locally, even from a peer with a valid secret", async () => {
    const { outcome } = await callOfUnauthenticatedPeer(pair, { verb: "write", path: "sys/seal", fieldsText: "{}" });
    expect(outcome).to.deep.equal({
      problem: { code: "refused", message: "the primary does not serve this operation for secondaries" },
    });
    expect((await pair.oslo.ask("GET", "sys/seal-status")).body?.sealed).to.equal(false);
    const [request] = entriesOf("oslo", "sys/seal").map(({ request, error }) => ({
      from: request.forwarded_from,
      error,
    }));
    expect(request).to.deep.equal({
      from: "stranger",
      error: "the primary does not serve this operation for secondaries",
    });
  });

  test("is refused unless the caller's policies on the primary permit it: a secondary has no permissions of its own", async () => {
    await pair.oslo.ask("POST", "sys/policies/acl/painter", {
      policy: 'path "sys/policies/acl/p*" { capabilities = ["update", "create"] }',
    });
    const policy = { fieldsText: JSON.stringify({ policy: 'path "a" { capabilities = ["read"] }' }) };
    const replies = await callsOfUnauthenticatedPeer(pair, [
      { path: "sys/policies/acl/p1", ...policy, policies: ["painter"] },
      { path: "sys/policies/acl/q1", ...policy, policies: ["painter"] },
      { path: "sys/policies/acl/p2", ...policy, policies: [] },
      { path: "sys/policies/acl/p3", ...policy, policies: ["painter"], policyNamespace: "gone" },
    ]);
    const denied = { problem: { code: "denied", message: "permission denied" } };
    expect(replies.map(({ outcome }) => outcome)).to.deep.equal([{ answer: null }, denied, denied, denied]);
    expect(entriesOf("oslo", "sys/policies/acl/q1").map(({ error }) => error)).to.include("permission denied");
    for (const name of ["q1", "p2", "p3"]) {
      expect((await pair.oslo.ask("GET", `sys/policies/acl/${name}`)).status, name).to.equal(404);
    }
  });

  test("is refused for mounts that are local to the primary or filtered from the secondary", async () => {
    for (const [path, local] of [
      ["own", true],
      ["hidden", false],
      ["shown", false],
    ] as const) {
      expect((await pair.oslo.ask("POST", `sys/mounts/${path}`, { type: "kv", local })).status).to.equal(204);
    }
    const filter = "sys/replication/performance/primary/paths-filter/stranger";
    await pair.oslo.ask("POST", filter, { mode: "deny", paths: ["hidden/"] });
    const fieldsText = '{"shade":"red"}';
    const replies = await callsOfUnauthenticatedPeer(pair, [
      { path: "own/sky", fieldsText },
      { path: "hidden/sky", fieldsText },
      { path: "shown/sky", fieldsText },
      { verb: "delete", path: "sys/mounts/hidden" },
      { verb: "write", path: "sys/mounts/hidden/tune", fieldsText: '{"description":"x"}' },
      { verb: "write", path: "sys/remount", fieldsText: '{"from":"hidden","to":"stolen"}' },
      { verb: "write", path: "sys/remount", fieldsText: '{"from":"shown","to":"hidden"}' },
      { verb: "delete", path: "sys/mounts/own" },
    ]);
    const refusal = (message: string) => ({ problem: { code: "refused", message } });
    const unknown = refusal('no matching mount at "hidden/"');
    expect(replies.map(({ outcome }) => outcome)).to.deep.equal([
      refusal("the primary does not serve this operation for secondaries"),
      { problem: { code: "no handler", message: 'no handler for route "hidden/sky". route entry not found.' } },
      { answer: replies[2] && (replies[2].outcome as { answer: unknown }).answer },
      ...[unknown, unknown, unknown, unknown],
      refusal("the primary does not serve this operation for secondaries"),
    ]);
    expect((await pair.oslo.ask("GET", "shown/sky")).body?.data).to.deep.equal({ shade: "red" });
    for (const path of ["own/sky", "hidden/sky"]) expect((await pair.oslo.ask("GET", path)).status).to.equal(404);
    expect((await pair.oslo.ask("GET", "sys/mounts")).body).to.include.keys("hidden/", "own/", "shown/");
    await pair.oslo.ask("DELETE", filter);
  });

  test("is audited with the reason if the primary refuses it", async () => {
    const path = "sys/policies/acl/broken";
    expect((await pair.lima.ask("POST", path, { policy: "path {" })).status).to.equal(400);
    const [request, response] = entriesOf("oslo", path);
    expect(request?.error).to.equal(undefined);
    expect(response?.error).to.be.a("string").and.include("failed to parse policy");
  });
});

async function callsOfUnauthenticatedPeer(
  { oslo }: Pair,
  calls: readonly object[],
): Promise<readonly { outcome: unknown }[]> {
  const issued = await oslo.ask("POST", "sys/replication/performance/primary/secondary-token", { id: "stranger" });
  const { token } = (issued.body?.wrap_info ?? {}) as { token: string };
  const { body } = await oslo.ask("POST", "sys/wrapping/unwrap", {}, { token });
  const { promise, resolve } = Promise.withResolvers<void>();
  const replies: { outcome: unknown }[] = [];
  const { publicKey } = certificatesForTests.keysOf(new Uint8Array(32).fill(9));
  const times = { serial: new Uint8Array(20), notBefore: 0, notAfter: Number.MAX_SAFE_INTEGER };
  const keys = { publicKey, privateKey: "its own" };
  const next = () => {
    const content = calls[replies.length];
    if (!content) resolve();
    else listener.received(JSON.stringify({ type: "call", id: replies.length + 1, call: { ...call, ...content } }));
  };
  const listener = oslo.engine.accept({
    peer: certificatesForTests.authority({ commonName: "stranger", keys, ...times }),
    send(text) {
      const frame = JSON.parse(text);
      if (frame.type === "reply") replies.push(frame);
      if (frame.type === "welcome" || frame.type === "reply") next();
    },
    close() {},
  });
  const { id, cluster_id: set, secret } = (body?.data ?? {}) as Record<string, string>;
  const addresses = { api: "http://stranger", cluster: "wss://stranger" };
  listener.received(JSON.stringify({ type: "introduction", protocol: protocolVersion, id, set, secret, addresses }));
  await promise;
  listener.closed("over");
  await oslo.ask("POST", "sys/replication/performance/primary/revoke-secondary", { id: "stranger" });
  return replies;
}

async function callOfUnauthenticatedPeer(pair: Pair, calls: object): Promise<{ outcome: unknown }> {
  const [reply] = await callsOfUnauthenticatedPeer(pair, [calls]);
  return reply ?? { outcome: undefined };
}

const call = {
  requestId: "an id",
  verb: "write",
  namespace: "",
  path: "sys/policies/acl/hvs.secret",
  fieldsText: "{}",
  displayName: "token",
  entityId: "",
  ...{ remoteAddress: "127.0.0.1", policies: ["root"], policyNamespace: "root", wrapSeconds: null },
} as const;

test("an unexpected error of a forwarded request is logged on the primary with the request id, and the reply has no details", async () => {
  const logged: unknown[] = [];
  const pipeline = new RequestPipeline({
    clock: { now: () => 0 },
    log: { error: (event: string, details: object) => void logged.push({ event, ...details }) },
    namespaces: {
      resolve() {
        throw new TypeError("what a client sent");
      },
    },
  } as unknown as PipelineServices);
  const outcome = await pipeline.serveForwarded(call, "lima");
  expect(outcome).to.deep.equal({ problem: { code: "failed", message: "internal error" } });
  const [{ at, ...entry }] = logged as [{ at: string }];
  expect(entry).to.deep.equal({
    event: "a request failed with an internal error",
    request_id: "an id",
    path: "/v1/sys/policies/acl/hvs.…",
    name: "TypeError",
  });
  expect(at).to.include("takeSteps");
  expect(logged).to.have.length(1);
});
