import { suite, test } from "node:test";
import { expect } from "chai";
import type { Facts } from "#engine/ports/log.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { startCluster } from "../cluster.ts";
import { converse } from "./converse.suite.ts";
import { requestLog } from "./request-log.ts";
import { serveHttp } from "./serve-http.ts";

async function fixture() {
  const lines: Facts[] = [];
  const log = requestLog({
    info: (event, facts = {}) => void lines.push({ event, ...facts }),
    warn: () => expect.fail("a warning"),
    error: () => expect.fail("an error"),
  });
  const handle = async () => ({ status: 204, headers: {}, body: "", requestId: "7" });
  const front = await serveHttp({ handle, log, host: "127.0.0.1", port: 0, limits: { bodyBytes: 10 } });
  return { front, lines, [Symbol.asyncDispose]: () => front[Symbol.asyncDispose]() };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

suite("the request log", () => {
  test("a line contains client, method, path, status and duration", async () => {
    await using at = await fixture();
    await fetch(`${at.front.address}/v1/team/kv/a?x=secret`, {
      method: "PUT",
      headers: { "X-Vault-Token": "secret", "X-Vault-Namespace": "n" },
      body: "{}",
    });
    const [{ milliseconds, ...line } = {}] = at.lines;
    expect(line).to.deep.equal({
      event: "request",
      request_id: "7",
      method: "PUT",
      path: "/v1/team/kv/a",
      namespace: "n",
      status: 204,
      remote_address: "127.0.0.1",
    });
    expect(milliseconds).to.be.a("number").within(0, 60_000);
    expect(at.lines).to.have.length(1);
  });

  test("a request refused before the engine has a line and an id as well", async () => {
    await using at = await fixture();
    const { address } = at.front;
    await fetch(`${address}/elsewhere`);
    await fetch(`${address}/v1/x`, { method: "POST", body: "x".repeat(11) });
    await converse(address, ["no request\r\n\r\n"]);
    expect(at.lines.map(({ method, path, status }) => [method, path, status])).to.deep.equal([
      ["GET", "/elsewhere", 404],
      ["POST", "/v1/x", 413],
      [null, "", 405],
    ]);
    for (const line of at.lines) expect(line.request_id).to.match(uuid);
  });

  test("a path is logged without tokens and with a bounded length", async () => {
    await using at = await fixture();
    for (const path of ["a/hvs.CAESI_treasure-1", `b/${"x".repeat(5_000)}`, "hvb.AAAA%2Ftreasure/renew"]) {
      await fetch(`${at.front.address}/v1/${path}`);
    }
    expect(at.lines.map(({ path }) => path)).to.deep.equal([
      "/v1/a/hvs.…",
      `/v1/b/${"x".repeat(506)}…`,
      "/v1/hvb.…/renew",
    ]);
  });

  test("the id in the line equals that of the envelope and of an internal error", async () => {
    const lines: string[] = [];
    const below = memoryStore();
    let isBroken = false;
    await using cluster = await startCluster({
      name: "Oslo",
      rootToken: "root",
      logLevel: "info",
      logDestination: { write: (line) => void lines.push(line) },
      store: {
        read: (key) => (isBroken ? Promise.reject(new TypeError("treasure")) : below.read(key)),
        range: (window) => below.range(window),
        commit: (changes) => below.commit(changes),
      },
    });
    const headers = { "X-Vault-Token": "root" };
    const reply = await fetch(`${cluster.api}/v1/auth/token/lookup-self`, { headers });
    const { request_id } = (await reply.json()) as { request_id: string };
    const requestLines = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
    expect(requestLines).to.have.length(1);
    expect(requestLines[0]).to.include({
      request_id,
      status: 200,
      path: "/v1/auth/token/lookup-self",
      cluster: "Oslo",
    });
    isBroken = true;
    lines.length = 0;
    const failed = await fetch(`${cluster.api}/v1/secret/data/a`, { headers });
    isBroken = false;
    expect(failed.status).to.equal(500);
    const [internalError, request] = lines.map((line) => JSON.parse(line));
    expect(internalError).to.include({
      msg: "a request failed with an internal error",
      path: "/v1/secret/data/a",
      name: "TypeError",
    });
    expect(request).to.include({ msg: "request", status: 500, request_id: internalError.request_id });
    expect(lines.join()).not.to.include("treasure");
  });

  test("below level info no request is logged", async () => {
    const lines: string[] = [];
    const logDestination = { write: (line: string) => void lines.push(line) };
    await using cluster = await startCluster({ name: "Oslo", rootToken: "root", logLevel: "warn", logDestination });
    await (await fetch(`${cluster.api}/v1/sys/health`)).text();
    expect(lines).to.deep.equal([]);
  });
});
