import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const program = fileURLToPath(new URL("../../bin/understudy.js", import.meta.url));

/**
 * A scenario that fails at a step whose check uses the response to the last request but one, and a passing scenario.
 */
const broken = `Feature: Broken
  Scenario: A refusal that does not come
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "colours/*"
    And Ada writes "green" to "colours/grass" in Oslo
    When Ada tries to write the object at "colours/sky" in Oslo with "value=blue"
    Then Ada reads "green" at "colours/grass" in Oslo
    And the request is refused
  Scenario: Nothing is wrong here
    Given an operator writes the secrets engine "colours" in Oslo with "type=kv"
`;

const directory = mkdtempSync(join(tmpdir(), "understudy-cause-"));
writeFileSync(join(directory, "broken.feature"), broken);
after(() => rmSync(directory, { recursive: true }));

async function play(...words: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, "rehearse", ...words], {
    cwd: directory,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (await text(child.stdout)).split("\n");
}

for (const stage of ["simulated", "live"] as const) {
  describe(`a step that fails on a ${stage} stage`, () => {
    test("is reported with the request that it judged, and a command that reproduces the same failure alone", async () => {
      const seed = stage === "simulated" ? ["--stage", "simulated", "--seed", "7"] : [];
      const lines = await play("broken.feature", ...seed, "--report", stage);
      expect(lines).to.include.members([
        "    broken.feature:8",
        "    judged: POST colours/sky in Oslo, a token: 204",
        '      sent {"value":"blue"}',
        "    broken.feature:8 And the request is refused",
      ]);
      expect(lines.at(-2)).to.equal("1 passed, 1 failed");

      const command = lines.find((line) => line.includes("understudy.js rehearse")) ?? "";
      const again = await play(...command.trim().split(" ").slice(3));
      expect(again).to.include("    judged: POST colours/sky in Oslo, a token: 204");
      expect(again.at(-2)).to.equal("0 passed, 1 failed");
    });

    test("is reported with the log lines of the clusters around it", () => {
      const report = (name: string) => readFileSync(join(directory, stage, name), "utf8");
      expect(report("junit.xml"))
        .to.contain("What the clusters logged before:")
        .and.contain("Oslo info: unsealed term=1");
      if (stage === "live") expect(report("index.html")).to.contain("method=POST path=/v1/colours/sky status=204");
      else expect(report("index.html")).to.match(/trace\.ndjson, lines 1 to \d+/);
    });
  });
}
