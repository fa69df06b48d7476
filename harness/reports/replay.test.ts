import { test } from "node:test";
import { expect } from "chai";
import { parseRehearse, replayWords } from "#harness/cli/rehearse-options.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import { sampleScenario, sampleSetting } from "#harness/reports/sample-performance.suite.ts";

/** The command that plays a scenario of a run with these options again. */
function again(raw: Readonly<Record<string, string>>, file = "features/failover.feature"): string {
  const options = parseRehearse(["features"], raw, () => 7);
  return replayCommand(sampleScenario({ file, line: 12 }), { ...sampleSetting, replay: replayWords(options) });
}

test("a simulated scenario is played again with the seed it was played with, also when that was drawn", () => {
  expect(again({ stage: "simulated" })).to.equal(
    "node bin/understudy.js rehearse features/failover.feature:12 --stage simulated --seed 7",
  );
});

test("a live scenario is played again on the same database, cloud and store; workers and tags no longer matter", () => {
  expect(again({ workers: "4", tags: "@a" })).to.equal("node bin/understudy.js rehearse features/failover.feature:12");
  const raw = { databases: "containers", cloud: "localstack", store: "sqlite", report: "deep/er" };
  expect(again(raw)).to.equal(
    "node bin/understudy.js rehearse features/failover.feature:12 --databases containers --cloud localstack --store sqlite --report deep/er",
  );
});

test("what it says is what was meant: read again, the words make the same options", () => {
  const options = parseRehearse([], { stage: "simulated", seed: "3", report: "elsewhere" }, () => 0);
  const pairs =
    replayWords(options)
      .join(" ")
      .match(/--\w+ \S+/g) ?? [];
  const raw = Object.fromEntries(pairs.map((pair) => pair.slice(2).split(" ")));
  expect(parseRehearse([], raw, () => 0)).to.deep.equal(options);
});

test("a shell takes each word for one, whatever the file is called", () => {
  expect(again({}, "my features/it's $HOME.feature")).to.equal(
    `node bin/understudy.js rehearse 'my features/it'\\''s $HOME.feature:12'`,
  );
});
