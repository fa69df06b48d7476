import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { samplePerformance, sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";
import { writeReports } from "#harness/reports/write-reports.ts";

test("the page of a simulated run has the trace lines of its scenarios; that of a live run ignores old traces", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-reports-"));
  context.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "traces"));
  await writeFile(join(folder, "traces", `${encodeURIComponent("features/failover.feature:3")}.ndjson`), "{}\n{}\n");
  const page = async (stage: "live" | "simulated") => {
    await writeReports(folder, samplePerformance(sampleScenario()), { ...sampleSetting, stage });
    return readFile(join(folder, "index.html"), "utf8");
  };
  expect(await page("simulated")).to.contain("trace.ndjson, lines 1 to 2");
  expect(await page("live")).not.to.contain("trace.ndjson");
  expect(await readdir(folder)).to.have.members([
    "index.html",
    "junit.xml",
    "own-rules.json",
    "requirements.json",
    "traces",
  ]);
});
