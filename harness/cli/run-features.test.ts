import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { runCucumberWith } from "./cucumber-run.ts";
import { runFeatures } from "./run-features.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-features-"));
after(() => rmSync(folder, { recursive: true }));

test("a scenario that runs past the grace period counts as not played and is not reported afterwards", async () => {
  const steps = join(folder, "steps.ts");
  const feature = join(folder, "late.feature");
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(
    steps,
    `import { Given } from ${JSON.stringify(import.meta.resolve("@cucumber/cucumber"))};
Given("it takes long", () => { globalThis.understudyBegun(); return globalThis.understudyEnds; });`,
  );
  writeFileSync(feature, "Feature: Late\n  Scenario: It lasts\n    Given it takes long\n");
  const [started, ends, reported] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), [] as string[]];
  Object.assign(globalThis, { understudyBegun: started.resolve, understudyEnds: ends.promise });
  const loaded = await runCucumberWith({ paths: [feature], tags: "", steps: [steps], dryRun: true, onEnvelope() {} });
  const interruption = new AbortController();
  const played = runFeatures({
    ...{ paths: [feature], tags: "", steps: loaded.steps, workers: 1, worldParameters: {}, report: folder },
    progress: { playing() {}, ended: ({ name }) => void reported.push(name), [Symbol.dispose]() {} },
    signal: interruption.signal,
    graceMilliseconds: 0,
  });
  await started.promise;
  interruption.abort();
  const { scenarios } = await played;
  expect(scenarios.map(({ name, verdict }) => [name, verdict])).to.deep.equal([["It lasts", "not played"]]);
  ends.resolve();
  // The runner receives the end of the step and of the scenario within these turns.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(reported).to.deep.equal([]);
});
