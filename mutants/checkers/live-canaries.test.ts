import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { v8Options } from "#bin/v8-options.js";
import { packageRoot } from "#harness/cli/package-root.ts";
import { changeVariable } from "../change.ts";
import { parseMutants } from "../mutant.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-canaries-"));
// A database server may run as another user than this process.
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true }));

const hook = new URL("../mutate-on-load.ts", import.meta.url).href;
const list = new URL("mutants.txt", import.meta.url);

/** What brings a secret to every place that is looked at: links, stores, logs and audit files. */
const feature = `
@needs-database @needs-replication
Feature: Where secrets could stand
  Scenario: A rotation, a local secret and a forwarded write
    Given Oslo is the primary, and Lima replicates from it
    And a file audit device is enabled in Oslo
    And the database is configured in Oslo
    And the database user "app" with a known password
    And the static role "app" of the user "app" in Oslo, rotated every 24 hours
    And a local key-value engine is mounted at "alone" in Oslo
    And a key-value engine is mounted at "colours" in Oslo
    And Ada is a client of Oslo who may "create, read, update" on "*"
    And Ada is a client of Lima who may "create, read, update" on "*"
    When Ada tries to write "oslo-alone-62b1e07c9a" to "alone/sky" in Oslo
    And Ada tries to write "all-clusters-0c5f1b88d2" to "colours/sky" in Lima
    And 30 seconds pass
`;

/** Rehearses the feature on the live stage in a process of its own, with the service as it is or changed. */
function rehearsed(name: string, change?: object): Readonly<{ status: number | null; said: string; marker: string }> {
  const [path, report, marker] = [".feature", "-report", "-loaded"].map((end) => join(folder, `${name}${end}`));
  if (!path || !report || !marker) throw new Error("three places were named");
  writeFileSync(path, feature);
  const program = join(packageRoot, "bin", "understudy.js");
  const options = ["--stage", "live", "--workers", "1", "--report", report];
  const preload = change ? ["--import", hook] : [];
  const env = { ...process.env, ...(change ? { [changeVariable]: JSON.stringify({ ...change, marker }) } : {}) };
  const words = [...v8Options, ...preload, program, "rehearse", path, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  return { status, said: stdout + stderr, marker };
}

/** Mutants of checkers that look for secrets, and what the rehearsal says of each. */
const places = {
  "what is stored stands there plain beside what is encrypted": "stands in the storage of",
  "a log tells the password that a role was given": "stands in the log of",
  "an audit file has secrets as they are": "stands in an audit file of",
  "what is written to a local mount is replicated": "alone/sky",
};

suite("secrets are seen on the live stage", () => {
  test("none where the service is as it is", () => {
    const { status, said } = rehearsed("as-it-is");
    expect(status, said).to.equal(0);
  });

  const mutants = parseMutants(readFileSync(list, "utf8"), "mutants.txt");
  for (const [index, [why, sentence]] of Object.entries(places).entries()) {
    test(why, () => {
      const { file, find, replace } = mutants.find((one) => one.why === why) ?? {};
      const { status, said, marker } = rehearsed(`${index}`, { file, find, replace });
      expect(existsSync(marker), `${file} was loaded`).to.equal(true);
      expect(status).to.equal(1);
      expect(said).to.contain(sentence);
    });
  }
});
