import { suite, test } from "node:test";
import { expect } from "chai";
import { Metrics } from "./metrics.ts";
import { prometheusText } from "./prometheus.ts";
import { readPrometheus } from "./prometheus-reader.suite.ts";

suite("metrics", () => {
  test("counters, samples and gauges are exported", async () => {
    const metrics = new Metrics();
    for (const name of ["a", "a", "b"]) metrics.count("vault.quota.violation", { name });
    for (const milliseconds of [4, 1, 7]) metrics.note("vault.core.handle_request", milliseconds);
    metrics.gauge("vault.token.count", async () => 12);
    const families = readPrometheus(await prometheusText(metrics));
    expect([...families.keys()]).to.deep.equal([
      "vault_core_handle_request",
      "vault_quota_violation",
      "vault_token_count",
    ]);
    expect([...(families.get("vault_quota_violation")?.values ?? [])]).to.deep.equal([
      ['vault_quota_violation{name="a"}', 2],
      ['vault_quota_violation{name="b"}', 1],
    ]);
    expect(families.get("vault_core_handle_request")).to.deep.equal({
      type: "summary",
      values: new Map([
        ["vault_core_handle_request_sum", 12],
        ["vault_core_handle_request_count", 3],
      ]),
    });
    expect(families.get("vault_token_count")?.values.get("vault_token_count")).to.equal(12);
  });

  test("labels with any characters are escaped", async () => {
    const metrics = new Metrics();
    for (const name of ['a"b', "a\\b", "a\nb", 'a"} 1\n# TYPE evil counter\nevil 2', "__proto__", ""]) {
      metrics.count("vault.x", { name });
    }
    const [family] = readPrometheus(await prometheusText(metrics)).values();
    expect(family?.values.size).to.equal(6);
  });

  test("the number of series is limited, so that labels from clients do not fill the memory", () => {
    const metrics = new Metrics();
    for (let count = 0; count < 5_000; count += 1) {
      metrics.count("vault.x", { name: String(count) });
      metrics.note("vault.y", 1, { name: String(count) });
    }
    expect([metrics.counters().length, metrics.samples().length]).to.deep.equal([1_000, 1_000]);
  });
});
