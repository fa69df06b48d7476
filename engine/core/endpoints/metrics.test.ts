import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";
import { leasingEngine } from "../leases/leasing.suite.ts";
import { readPrometheus } from "../metrics/prometheus-reader.suite.ts";

async function scraped({ engine }: LoneEngine) {
  const { status, headers, body } = await engine.handle({
    method: "GET",
    target: "/v1/sys/metrics?format=prometheus",
    headers: { "x-vault-token": "root" },
    body: "",
    remoteAddress: "127.0.0.1",
  });
  expect([status, headers["content-type"]]).to.deep.equal([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return new Map([...readPrometheus(body).values()].flatMap(({ values }) => [...values]));
}

suite("sys/metrics", () => {
  test("a scraper reads the state of the cluster", async () => {
    const seen = await scraped(await loneEngine());
    expect(Object.fromEntries([...seen].filter(([name]) => !name.includes("handle")))).to.deep.equal({
      vault_core_active: 1,
      vault_core_unsealed: 1,
      'vault_core_mount_table_num_entries{type="logical"}': 4,
      'vault_core_mount_table_num_entries{type="auth"}': 1,
      vault_core_replication_performance_primary: 1,
      vault_core_replication_performance_secondary: 0,
      vault_expire_num_leases: 0,
      vault_expire_num_irrevocable_leases: 0,
      vault_token_count: 1,
    });
  });

  test("requests and logins are counted separately", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/auth/userpass", { type: "userpass" });
    await lone.ask("POST", "auth/userpass/login/ada", { password: "wrong" });
    const before = await scraped(lone);
    await lone.ask("GET", "sys/mounts");
    await lone.ask("GET", "none/at/all");
    const after = await scraped(lone);
    const requests = (seen: Map<string, number>) => seen.get("vault_core_handle_request_count") ?? 0;
    expect(before.get("vault_core_handle_login_request_count")).to.equal(1);
    expect(requests(after) - requests(before)).to.equal(3);
  });

  test("leases and tokens are counted at most once in ten seconds", async () => {
    const lone = await leasingEngine();
    await lone.lease();
    await lone.ask("POST", "auth/token/create", {});
    expect((await scraped(lone)).get("vault_expire_num_leases")).to.equal(1);
    expect((await scraped(lone)).get("vault_token_count")).to.equal(2);
    await lone.lease();
    expect((await scraped(lone)).get("vault_expire_num_leases")).to.equal(1);
    await lone.clock.pass(10);
    expect((await scraped(lone)).get("vault_expire_num_leases")).to.equal(2);
  });

  test("requests that a quota refuses are counted by the name of the quota", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/quotas/rate-limit/few", { path: "secret", rate: 1, interval: 100 });
    for (let count = 0; count < 3; count += 1) await lone.ask("GET", "secret/data/a");
    expect((await scraped(lone)).get('vault_quota_rate_limit_violation{name="few"}')).to.equal(2);
  });

  test("without a format, the response is JSON with the reference's names", async () => {
    const { ask } = await loneEngine();
    await ask("GET", "sys/mounts");
    const { status, body } = await ask("GET", "sys/metrics");
    expect(status).to.equal(200);
    const json = (body ?? {}) as Readonly<Record<string, readonly JsonObject[] | undefined>>;
    expect(Object.keys(json)).to.deep.equal(["Timestamp", "Gauges", "Points", "Counters", "Samples"]);
    expect(body?.Timestamp).to.equal("2026-01-01 00:00:00 +0000 UTC");
    expect(json.Gauges?.find(({ Name }) => Name === "vault.core.unsealed")).to.deep.equal({
      Name: "vault.core.unsealed",
      Value: 1,
      Labels: {},
    });
    const requests = json.Samples?.find(({ Name }) => Name === "vault.core.handle_request");
    expect(requests).to.include({ Count: 1, Stddev: 0 });
  });

  test("a read needs a token, and an unknown format is refused", async () => {
    const { ask } = await loneEngine();
    expect((await ask("GET", "sys/metrics", undefined, { token: "" })).status).to.equal(403);
    expect(await ask("GET", "sys/metrics?format=xml")).to.deep.equal({
      status: 400,
      body: { errors: ['metric response format "xml" is unknown; allowed is prometheus'] },
    });
  });
});
