import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../../engine.suite.ts";
import { pairOfEngines } from "../../pair.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";

const limited = (path: string) => ({
  status: 429,
  body: { errors: [`request path "${path}": rate limit quota exceeded`] },
});

async function fixture() {
  const lone = await loneEngine();
  await lone.ask("POST", "sys/mounts/k1", { type: "kv" });
  await lone.ask("POST", "sys/mounts/k2", { type: "kv" });
  await lone.ask("POST", "k1/l", { v: 1 });
  await lone.ask("POST", "k2/l", { v: 1 });
  return lone;
}

suite("quotas", () => {
  test("of a mount permit a number of requests per client and interval", async () => {
    const { ask, clock } = await fixture();
    await ask("POST", "sys/quotas/rate-limit/few", { path: "k1", rate: 2, interval: "10s" });
    expect((await ask("GET", "k1/l")).status).to.equal(200);
    expect((await ask("GET", "k1/l")).status).to.equal(200);
    expect(await ask("GET", "k1/l")).to.deep.equal(limited("k1/l"));
    expect((await ask("GET", "k2/l")).status).to.equal(200);
    expect((await ask("GET", "k1/l", undefined, { remoteAddress: "10.0.0.9" })).status).to.equal(200);
    await clock.pass(9);
    expect((await ask("GET", "k1/l")).status).to.equal(429);
    await clock.pass(1);
    expect((await ask("GET", "k1/l")).status).to.equal(200);
  });

  test("with a block interval refuse a client for that time", async () => {
    const { ask, clock } = await fixture();
    await ask("POST", "sys/quotas/rate-limit/few", { path: "k1", rate: 1, interval: 1, block_interval: "60s" });
    await ask("GET", "k1/l");
    expect((await ask("GET", "k1/l")).status).to.equal(429);
    await clock.pass(59);
    expect((await ask("GET", "k1/l")).status).to.equal(429);
    await clock.pass(1);
    expect((await ask("GET", "k1/l")).status).to.equal(200);
  });

  test("apply by specificity: a path before its mount, a mount before a global quota", async () => {
    const { ask } = await fixture();
    await ask("POST", "sys/quotas/rate-limit/all", { rate: 1000 });
    await ask("POST", "sys/quotas/rate-limit/mount", { path: "k1/", rate: 1, interval: 100 });
    await ask("POST", "sys/quotas/rate-limit/path", { path: "k1/free/*", rate: 50, interval: 100 });
    await ask("GET", "k1/l");
    expect((await ask("GET", "k1/l")).status).to.equal(429);
    for (let count = 0; count < 50; count += 1) expect((await ask("GET", "k1/free/x")).status).to.equal(404);
    expect((await ask("GET", "k1/free/x")).status).to.equal(429);
    expect((await ask("GET", "k2/l")).status).to.equal(200);
  });

  test("do not apply to health checks and exempt paths", async () => {
    const { ask } = await fixture();
    await ask("POST", "sys/quotas/config", { rate_limit_exempt_paths: ["k1/l", "sys/quotas/*"] });
    await ask("POST", "sys/quotas/rate-limit/all", { rate: 1, interval: 1000 });
    await ask("GET", "k2/l");
    expect((await ask("GET", "k2/l")).status).to.equal(429);
    for (let count = 0; count < 3; count += 1) {
      expect((await ask("GET", "sys/health", undefined, { token: "" })).status).to.equal(200);
      expect((await ask("GET", "k1/l")).status).to.equal(200);
    }
    expect((await ask("DELETE", "sys/quotas/rate-limit/all")).status).to.equal(204);
    expect((await ask("GET", "k2/l")).status).to.equal(200);
  });

  test("report the remaining requests in headers, if enabled", async () => {
    const { ask, engine } = await fixture();
    await ask("POST", "sys/quotas/config", { enable_rate_limit_response_headers: true });
    await ask("POST", "sys/quotas/rate-limit/few", { path: "k1", rate: 1, interval: 10 });
    const headers = { "x-vault-token": "root" };
    const request = { method: "GET", target: "/v1/k1/l", headers, body: "", remoteAddress: "127.0.0.1" };
    const reported = async () => {
      const reply = await engine.handle(request);
      return Object.fromEntries(Object.entries(reply.headers).filter(([name]) => /^(x-ratelimit|retry)/.test(name)));
    };
    expect(await reported()).to.deep.equal({
      "x-ratelimit-limit": "1",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "10",
    });
    expect(await reported()).to.deep.equal({
      "x-ratelimit-limit": "1",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "10",
      "retry-after": "10",
    });
  });

  test("of a login can be restricted to a role, and other roles do not use them up", async () => {
    const { ask } = await fixture();
    await ask("POST", "sys/auth/approle", { type: "approle" });
    const path = "auth/approle";
    expect(
      (await ask("POST", "sys/quotas/rate-limit/role", { path, role: "painter", rate: 1, interval: 100 })).status,
    ).to.equal(204);
    const login = async (role: string) =>
      (await ask("POST", "auth/approle/login", { role, role_id: "x" }, { token: "" })).status;
    expect([await login("painter"), await login("painter"), await login("sculptor")]).to.deep.equal([400, 429, 400]);
    expect((await ask("POST", "sys/quotas/rate-limit/no", { path: "k1", role: "painter", rate: 1 })).status).to.equal(
      400,
    );
    expect((await ask("POST", "sys/quotas/rate-limit/no", { role: "painter", rate: 1 })).status).to.equal(400);
  });

  test("of a namespace are not used up by requests in other namespaces", async () => {
    const { ask } = await fixture();
    for (const name of ["team", "other"]) {
      await ask("POST", `sys/namespaces/${name}`, {});
      await ask("POST", `${name}/sys/mounts/kv`, { type: "kv" });
    }
    await ask("POST", "sys/quotas/rate-limit/team", { path: "team", rate: 1, interval: 100 });
    expect((await ask("GET", "team/kv/a")).status).to.equal(404);
    expect(await ask("GET", "team/kv/a")).to.deep.equal(limited("team/kv/a"));
    expect((await ask("GET", "kv/a", undefined, { headers: { "x-vault-namespace": "team" } })).status).to.equal(429);
    expect((await ask("GET", "other/kv/a")).status).to.equal(404);
    expect((await ask("GET", "k1/l")).status).to.equal(200);
  });

  test("audit refused requests, if enabled", async () => {
    const lines: string[] = [];
    const audit = {
      open: async () => ({ write: async (line: string) => void lines.push(line), close: async () => {} }),
    };
    const { ask } = await loneEngine(memoryStore(), { audit });
    await ask("POST", "sys/quotas/rate-limit/few", { path: "secret", rate: 1, interval: 100 });
    await ask("PUT", "sys/audit/main", { type: "file", options: { file_path: "main" } });
    const reported = async () => {
      const before = lines.length;
      expect((await ask("GET", "secret/data/a")).status).to.equal(429);
      return lines.slice(before).map((line) => JSON.parse(line) as { type: string; error: string });
    };
    await ask("GET", "secret/data/a");
    expect(await reported()).to.deep.equal([]);
    await ask("POST", "sys/quotas/config", { enable_rate_limit_audit_logging: true });
    const [request] = await reported();
    expect(request?.error).to.equal('request path "secret/data/a": rate limit quota exceeded');
  });

  test("and CORS settings of the primary apply on its secondaries", async () => {
    await using pair = await pairOfEngines();
    await pair.oslo.ask("POST", "sys/mounts/k1", { type: "kv" });
    await pair.lima.ask("POST", "sys/quotas/rate-limit/few", { path: "k1", rate: 1, interval: 100 });
    await pair.oslo.ask("PUT", "sys/config/cors", { allowed_origins: "https://tools.example" });
    const origin = async () => {
      const { body } = await pair.lima.ask("GET", "sys/config/cors");
      return body?.enabled === true;
    };
    await pair.until(origin);
    for (const { ask } of [pair.oslo, pair.lima]) {
      expect((await ask("GET", "k1/l")).status).to.equal(404);
      expect((await ask("GET", "k1/l")).status).to.equal(429);
    }
  });

  test("can be read, listed, changed and deleted, and survive a restart", async () => {
    const { ask, store } = await fixture();
    expect((await ask("LIST", "sys/quotas/rate-limit")).status).to.equal(404);
    await ask("POST", "sys/quotas/rate-limit/few", { path: "k1", rate: "2.5", interval: "10s", block_interval: 5 });
    expect((await ask("GET", "sys/quotas/rate-limit/few")).body?.data).to.deep.equal({
      block_interval: 5,
      interval: 10,
      name: "few",
      path: "k1/",
      rate: 2.5,
      role: "",
      type: "rate-limit",
    });
    expect((await ask("LIST", "sys/quotas/rate-limit")).body?.data).to.deep.equal({ keys: ["few"] });
    const again = await loneEngine(store);
    expect((await again.ask("GET", "sys/quotas/rate-limit/few")).status).to.equal(200);
    await ask("DELETE", "sys/quotas/rate-limit/few");
    expect(await ask("GET", "sys/quotas/rate-limit/few")).to.deep.equal({ status: 404, body: { errors: [] } });
    expect((await ask("GET", "sys/quotas/config")).body?.data).to.deep.equal({
      enable_rate_limit_audit_logging: false,
      enable_rate_limit_response_headers: false,
      rate_limit_exempt_paths: [],
    });
  });

  for (const [claim, path, body, error] of [
    ["no rate", "rate-limit/x", {}, "'rate' is invalid"],
    ["a negative rate", "rate-limit/x", { rate: -1 }, "'rate' is invalid"],
    ["a path without a mount", "rate-limit/x", { rate: 1, path: "none" }, 'invalid mount path "none/"'],
    ["no number of leases", "lease-count/x", {}, "'max_leases' must be greater than 0"],
  ] as const) {
    test(`with ${claim} are refused and not stored`, async () => {
      const { ask } = await fixture();
      expect(await ask("POST", `sys/quotas/${path}`, body)).to.deep.equal({ status: 400, body: { errors: [error] } });
      expect((await ask("GET", `sys/quotas/${path}`)).status).to.equal(404);
    });
  }
});
