import { suite, test } from "node:test";
import { expect } from "chai";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

async function reader({ ask }: LoneEngine): Promise<string> {
  await ask("PUT", "sys/policies/acl/reader", { policy: 'path "*" { capabilities = ["read", "list"] }' });
  const { body } = await ask("POST", "auth/token/create", { policies: ["reader"] });
  return ((body?.auth ?? {}) as { client_token: string }).client_token;
}

suite("status of a running cluster", () => {
  test("host-info reports version, time and uptime, and nothing about the machine", async () => {
    const { ask, clock } = await loneEngine();
    await clock.pass(61.5);
    expect((await ask("GET", "sys/host-info")).body?.data).to.deep.equal({
      cluster_name: "lone",
      timestamp: "2026-01-01T00:01:01.500000000Z",
      uptime_seconds: 61,
      version: "1.14.9",
    });
  });

  test("host-info needs sudo", async () => {
    const lone = await loneEngine();
    const token = await reader(lone);
    expect((await lone.ask("GET", "sys/host-info", undefined, { token })).status).to.equal(403);
    expect((await lone.ask("GET", "sys/host-info", undefined, { token: "" })).status).to.equal(403);
  });

  test("the sanitized configuration has no secrets and no addresses", async () => {
    const { ask } = await loneEngine();
    expect((await ask("GET", "sys/config/state/sanitized")).body?.data).to.deep.equal({
      cluster_name: "lone",
      raw_storage_endpoint: false,
      storage: { type: "inmem" },
    });
  });

  test("a user interface reads without a token that there are no feature flags", async () => {
    const { ask } = await loneEngine();
    const flags = { status: 200, body: { feature_flags: null } };
    expect(await ask("GET", "sys/internal/ui/feature-flags", undefined, { token: "" })).to.deep.equal(flags);
  });

  test("enterprise endpoints return 404 with a token, and 403 without one", async () => {
    const { ask } = await loneEngine();
    for (const [path, text] of [
      ["sys/license/status", "enterprise-only feature"],
      ["sys/internal/counters/requests", "The functionality has been removed on this path"],
    ] as const) {
      expect(await ask("GET", path), path).to.deep.equal({ status: 404, body: { errors: [text] } });
      expect((await ask("GET", path, undefined, { token: "" })).status, path).to.equal(403);
    }
  });
});
