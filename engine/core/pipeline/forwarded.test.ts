import { after, before, beforeEach, suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type Pair, pairOfEngines } from "../../pair.suite.ts";
import { certificatesForTests } from "../../ports/certificates-for-tests.suite.ts";
import { protocolVersion } from "../../replication/machine/message.ts";
import { RequestPipeline } from "./request-pipeline.ts";
import type { PipelineServices } from "./step.ts";

/** What audit devices of one cluster wrote, a line an entry; while it is broken they take nothing. */
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

/** The entries of a cluster about this path. */
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

  test("is audited on the primary, too, with the names of both clusters and under the same id", async () => {
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

  test("is not carried out when no audit device of the primary takes it", async () => {
    fileOf("oslo").isBroken = true;
    const path = "sys/policies/acl/unseen";
    const policy = 'path "colours/*" { capabilities = ["read"] }';
    expect((await pair.lima.ask("POST", path, { policy })).status).to.equal(500);
    fileOf("oslo").isBroken = false;
    expect((await pair.oslo.ask("GET", path)).status).to.equal(404);
  });

  test("is refused and audited when it is for what a secondary does itself, also from a holder of its secret", async () => {
    const { outcome } = await callOfStranger(pair, { verb: "write", path: "sys/seal", fieldsText: "{}" });
    expect(outcome).to.deep.equal({ problem: { code: "refused", message: "this is no work of the primary's" } });
    expect((await pair.oslo.ask("GET", "sys/seal-status")).body?.sealed).to.equal(false);
    const [request] = entriesOf("oslo", "sys/seal").map(({ request, error }) => ({
      from: request.forwarded_from,
      error,
    }));
    expect(request).to.deep.equal({ from: "stranger", error: "this is no work of the primary's" });
  });

  test("that is refused on the primary is audited there with the reason", async () => {
    const path = "sys/policies/acl/broken";
    expect((await pair.lima.ask("POST", path, { policy: "path {" })).status).to.equal(400);
    const [request, response] = entriesOf("oslo", path);
    expect(request?.error).to.equal(undefined);
    expect(response?.error).to.be.a("string").and.include("failed to parse policy");
  });
});

/** Connects to the primary with an activation token as a program of its own would, forwards a call, and tells the reply. */
async function callOfStranger({ oslo }: Pair, asked: object): Promise<{ outcome: unknown }> {
  const issued = await oslo.ask("POST", "sys/replication/performance/primary/secondary-token", { id: "stranger" });
  const { token } = (issued.body?.wrap_info ?? {}) as { token: string };
  const { body } = await oslo.ask("POST", "sys/wrapping/unwrap", {}, { token });
  const { promise, resolve } = Promise.withResolvers<{ outcome: unknown }>();
  const { publicKey } = certificatesForTests.keysOf(new Uint8Array(32).fill(9));
  const times = { serial: new Uint8Array(20), notBefore: 0, notAfter: Number.MAX_SAFE_INTEGER };
  const keys = { publicKey, privateKey: "its own" };
  const listener = oslo.engine.accept({
    peer: certificatesForTests.authority({ commonName: "stranger", keys, ...times }),
    send(text) {
      const frame = JSON.parse(text);
      if (frame.type === "welcome")
        listener.received(JSON.stringify({ type: "call", id: 1, call: { ...call, ...asked } }));
      if (frame.type === "reply") resolve(frame);
    },
    close() {},
  });
  const { id, cluster_id: set, secret } = (body?.data ?? {}) as Record<string, string>;
  const addresses = { api: "http://stranger", cluster: "wss://stranger" };
  listener.received(JSON.stringify({ type: "introduction", protocol: protocolVersion, id, set, secret, addresses }));
  const reply = await promise;
  listener.closed("over");
  return reply;
}

const call = {
  requestId: "an id",
  verb: "write",
  namespace: "",
  path: "sys/policies/acl/hvs.secret",
  fieldsText: "{}",
  displayName: "token",
  entityId: "",
  remoteAddress: "127.0.0.1",
} as const;

test("a forwarded request that fails unforeseen is logged on the primary with its id, and answered without the reason", async () => {
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
    event: "a request failed unforeseen",
    request_id: "an id",
    path: "/v1/sys/policies/acl/hvs.…",
    name: "TypeError",
  });
  expect(at).to.include("takeSteps");
  expect(logged).to.have.length(1);
});
