import { suite, test } from "node:test";
import { expect } from "chai";
import { sampleScenario } from "#harness/reports/sample-performance.suite.ts";
import { brokenScenario, sampleReport, sampleTarget } from "./sample-report.suite.ts";
import { conformanceSchema } from "./schema.ts";

suite("a conformance report", () => {
  test("matches its schema, which has every field of it", () => {
    const report = sampleReport([sampleScenario(), brokenScenario("CLOUD-ROLE-01")]);
    expect(conformanceSchema.parse(JSON.parse(JSON.stringify(report)))).to.deep.equal(report);
  });

  test("has another run id each time, and the same suite", () => {
    const [one, other] = [sampleReport(), sampleReport()];
    expect(one.run)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(other.run);
    expect(one.suite).to.equal(other.suite);
  });

  test("has only the named parts of a target", () => {
    const more = { tokenVariable: "CANARY-1", commands: { start: ["CANARY-2"] }, caFile: "CANARY-3" };
    const [cluster] = sampleTarget.clusters;
    const { target } = sampleReport([], {
      ...{ folder: "CANARY-4", database: { harness: "CANARY-5" }, cloud: { host: "CANARY-6" } },
      clusters: [
        { name: "Oslo", version: "1.2", edition: "open", ...cluster, api: "https://a/b?token=CANARY-7#x", ...more },
      ],
    });
    const report = sampleReport([], { ...more, expectations: "CANARY-8" });
    expect(target.clusters).to.deep.equal([{ name: "Oslo", api: "https://a/b", version: "1.14.9", edition: "open" }]);
    expect(JSON.stringify([target, report])).to.not.contain("CANARY");
  });

  test("does not play a requirement that does not apply to the target's release, whatever its scenario shows", () => {
    const scenarios = [brokenScenario("CLOUD-CERT-08"), sampleScenario({ tags: ["@CLOUD-SHA1-01"] })];
    const verdictsFor = (documents: string) => sampleReport(scenarios, { documents }).verdicts;
    const later = verdictsFor("1.14.9");
    expect(later["CLOUD-CERT-08"]).to.include({
      ...{ verdict: "not played", reason: "it applies until release 1.12; the target has 1.14.9" },
    });
    expect(later["CLOUD-SHA1-01"]?.verdict).to.equal("held");
    const earlier = verdictsFor("1.11.12");
    expect(earlier["CLOUD-CERT-08"]?.verdict).to.equal("broken");
    expect(earlier["CLOUD-SHA1-01"]?.reason).to.equal("it applies since release 1.12; the target has 1.11.12");
  });
});
