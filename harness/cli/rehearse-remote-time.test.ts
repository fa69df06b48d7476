import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { foreignServer } from "#harness/targets/foreign-server.suite.ts";

const scale = 600;

test("waits on a server with a fast clock are shortened by its scale, and scenarios with longer waits are not played", async () => {
  await using server = await foreignServer(
    {
      file: "cluster/clock.ts",
      from: "const wall = timeline(() => Date.now() + ahead);",
      to: `const origin = Date.now(); const wall = timeline(() => origin + (Date.now() - origin) * ${scale} + ahead);`,
    },
    {
      file: "cluster/clock.ts",
      from: "Math.max(first.when - now(), 0)",
      to: `Math.max(first.when - now(), 0) / ${scale}`,
    },
  );
  writeFileSync(
    join(server.folder, "time.feature"),
    `Feature: F
  @needs-move-time
  Scenario: a token ends
    Given Ada is a client of Oslo who may "read" on "colours/*"
    And Ada has a token of Oslo that an operator created with 'policies=["of-ada"], no_parent=true, ttl=90m'
    When 15 minutes pass
    Then Oslo accepts Ada's token of Oslo
    When 75 minutes pass
    Then Oslo refuses Ada's token of Oslo
  @needs-move-time
  Scenario: too long
    Given Ada is a client of Oslo who may "read" on "colours/*"
    When 24 hours pass
    Then Oslo refuses Ada's token of Oslo
`,
  );
  const played = await server.rehearse(["time.feature"], { timeScale: scale });
  expect(played.code, played.stdout + played.stderr).to.equal(0);
  expect(played.stdout).to.contain(
    "F › too long (not played: time cannot be moved on this stage: the wait would be 144 s)",
  );
  const conformance = JSON.parse(readFileSync(join(played.report, "conformance.json"), "utf8"));
  expect(conformance.played).to.deep.include({
    timeScale: scale,
    scenarios: { passed: 1, failed: 0, failedAsExpected: 0, notPlayed: 1 },
  });

  // At normal speed the runner does not wait for hours.
  const unhurried = await server.rehearse(["time.feature"], {});
  expect(unhurried.code).to.equal(2);
  expect(unhurried.stdout).to.contain("F › a token ends (not played: time cannot be moved on this stage)");
});
