import { test } from "node:test";
import { expect } from "chai";
import { parseRehearse, replayWords } from "#harness/cli/rehearse-options.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import { sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";

function again(raw: Readonly<Record<string, string>>, file = "features/failover.feature"): string {
  const options = parseRehearse(["features"], raw, () => 7);
  return replayCommand(sampleScenario({ file, line: 12 }), { ...sampleSetting, replay: replayWords(options) });
}

test("a simulated scenario is run again with its seed, even if the seed was random", () => {
  expect(again({ stage: "simulated" })).to.equal(
    "node bin/understudy.js rehearse features/failover.feature:12 --stage simulated --seed 7",
  );
});

test("a live scenario is run again with the same database, cloud and store; workers and tags do not matter", () => {
  expect(again({ workers: "4", tags: "@a" })).to.equal("node bin/understudy.js rehearse features/failover.feature:12");
  const raw = { databases: "containers", cloud: "localstack", store: "sqlite", report: "deep/er" };
  expect(again(raw)).to.equal(
    "node bin/understudy.js rehearse features/failover.feature:12 --databases containers --cloud localstack --store sqlite --report deep/er",
  );
});

test("the command's options parse to the same options", () => {
  const options = parseRehearse([], { stage: "simulated", seed: "3", report: "elsewhere" }, () => 0);
  const pairs =
    replayWords(options)
      .join(" ")
      .match(/--\w+ \S+/g) ?? [];
  const raw = Object.fromEntries(pairs.map((pair) => pair.slice(2).split(" ")));
  expect(parseRehearse([], raw, () => 0)).to.deep.equal(options);
});

test("a shell splits the command correctly for any file name", () => {
  expect(again({}, "my features/it's $HOME.feature")).to.equal(
    `node bin/understudy.js rehearse 'my features/it'\\''s $HOME.feature:12'`,
  );
});
