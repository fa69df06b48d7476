import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { conformanceOf } from "#harness/reports/conformance.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { renderJunit } from "#harness/reports/junit.ts";
import { renderPage } from "#harness/reports/page/page.ts";
import type { Performance } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { traceLines } from "#harness/stages/run-trace.ts";

/** Writes `requirements.json`, `junit.xml` and `index.html` into `folder`, and `conformance.json` where the servers are not ours; the runner writes `messages.ndjson` beside them. */
export async function writeReports(folder: string, performance: Performance, setting: Setting): Promise<void> {
  const requirements = readRequirements();
  const coverage = coverageOf(performance, requirements);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "requirements.json"), `${JSON.stringify(Object.fromEntries(coverage), null, 2)}\n`);
  await writeFile(join(folder, "junit.xml"), renderJunit(performance, setting));
  const { target } = setting;
  if (target) {
    const conformance = conformanceOf({ performance, coverage, target, setting });
    await writeFile(join(folder, "conformance.json"), `${JSON.stringify(conformance, null, 2)}\n`);
  } else await rm(join(folder, "conformance.json"), { force: true });
  // A run that was killed may have left its traces in the folder; only a simulated one has any of its own.
  const traces = setting.stage === "simulated" ? await traceLines(folder) : new Map();
  await writeFile(join(folder, "index.html"), renderPage({ performance, coverage, requirements, setting, traces }));
}
