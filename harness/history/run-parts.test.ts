import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { openToOthers } from "#harness/files/permissions.suite.ts";
import { runParts } from "./run-parts.ts";
import { traceLines } from "./trace-lines.ts";

test("the predicted lines of a scenario's trace are its lines in the complete trace", async (context) => {
  const report = await mkdtemp(join(tmpdir(), "understudy-trace-"));
  context.after(() => rm(report, { recursive: true }));
  const trace = await runParts(report, "traces");
  const parts = {
    "features/b.feature:12": "b1\nb2\nb3\n",
    "features/a.feature:3": "a1\na2\n",
    "features/a.feature:20": "c1\n",
  };
  for (const [place, text] of Object.entries(parts))
    await writeFile(join(trace.folder, `${encodeURIComponent(place)}.ndjson`), text);
  const found = await traceLines(report);
  expect(openToOthers(trace.folder).filter((path) => !path.endsWith(".ndjson"))).to.deep.equal([]);
  await trace[Symbol.asyncDispose]();
  const lines = (await readFile(join(report, "trace.ndjson"), "utf8")).split("\n");
  expect(openToOthers(report)).to.deep.equal([]);
  expect(found.size).to.equal(3);
  for (const [place, { first, last }] of found)
    expect(`${lines.slice(first - 1, last).join("\n")}\n`, place).to.equal(parts[place as keyof typeof parts]);
});

test("a run without traces has no trace lines", async () => {
  expect((await traceLines(join(tmpdir(), "understudy-no-such-report"))).size).to.equal(0);
});
