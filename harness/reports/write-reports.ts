import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import { partOf } from "#harness/history/run-parts.ts";
import { traceLines } from "#harness/history/trace-lines.ts";
import { readCauses } from "#harness/reports/causes/read-causes.ts";
import { conformanceOf } from "#harness/reports/conformance/conformance.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { renderJunit } from "#harness/reports/junit.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { readDrawn } from "#harness/reports/page/lanes/read-drawn.ts";
import { renderPage } from "#harness/reports/page/page.ts";
import type { Performance } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import type { Setting } from "#harness/reports/setting.ts";

/**
 * Writes `requirements.json`, `own-rules.json`, `junit.xml` and `index.html` into `folder`, and for a target
 * `conformance.json`, which is otherwise deleted. `causes` has the causes of the failures.
 */
export async function writeReports(
  folder: string,
  performance: Performance,
  setting: Setting,
  causes = readCauses(performance),
): Promise<void> {
  const requirements = readRequirements();
  const ownRules = readOwnRules();
  const coverage = coverageOf(performance, requirements, causes, setting.target?.documents);
  const beyond = coverageOf(performance, ownRules, causes);
  makeFolder(folder);
  writeOwnerOnly(join(folder, "requirements.json"), `${JSON.stringify(Object.fromEntries(coverage), null, 2)}\n`);
  writeOwnerOnly(join(folder, "own-rules.json"), `${JSON.stringify(Object.fromEntries(beyond), null, 2)}\n`);
  writeOwnerOnly(join(folder, "junit.xml"), renderJunit(performance, setting, causes));
  const { target } = setting;
  if (target) {
    const conformance = conformanceOf({ performance, requirements, coverage, beyond, causes, target, setting });
    writeOwnerOnly(join(folder, "conformance.json"), `${JSON.stringify(conformance, null, 2)}\n`);
  } else await rm(join(folder, "conformance.json"), { force: true });
  // A killed run may have left its traces in the folder; only a simulated run has traces.
  const traces = setting.stage === "simulated" ? await traceLines(folder) : new Map();
  const histories = await drawnHistories(folder, performance);
  const page = renderPage({
    performance,
    coverage: new Map([...coverage, ...beyond]),
    requirements: new Map([...requirements, ...ownRules]),
    ...{ setting, traces, histories, causes },
  });
  writeOwnerOnly(join(folder, "index.html"), page);
}

const maxHistories = 20;

async function drawnHistories(folder: string, { scenarios }: Performance): Promise<ReadonlyMap<string, DrawnHistory>> {
  const drawn = new Map<string, DrawnHistory>();
  for (const { file, line } of scenarios.filter(({ verdict }) => verdict === "failed").slice(0, maxHistories)) {
    const place = `${file}:${line}`;
    const history = await readDrawn(partOf(place, join(folder, "histories")));
    if (history) drawn.set(place, history);
  }
  return drawn;
}
