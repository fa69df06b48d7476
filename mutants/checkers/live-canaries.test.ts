import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { parseMutants } from "../mutant.ts";
import { rehearsals } from "../rehearsed.suite.ts";

const list = new URL("mutants.txt", import.meta.url);

const feature = `
@needs-database @needs-replication
Feature: Where secrets could stand
  Scenario: A rotation, a local secret and a forwarded write
    Given Oslo is the primary, and Lima replicates from it
    And an operator writes the audit device "file" in Oslo with 'type=file, local=true, options={"file_path":"{the audit file of Oslo}"}'
    And the database is configured in Oslo
    And the database user "app" with a known password
    And an operator writes the static role "app" in Oslo with "db_name=main, username={app}, rotation_period=24h"
    And an operator writes the secrets engine "alone" in Oslo with "type=kv, local=true"
    And an operator writes the secrets engine "colours" in Oslo with "type=kv"
    And Ada is a client of Oslo who may "create, read, update" on "*"
    And Ada is a client of Lima who may "create, read, update" on "*"
    When Ada tries to write the object at "alone/sky" in Oslo with "value=oslo-alone-62b1e07c9a"
    And Ada tries to write the object at "colours/sky" in Lima with "value=all-clusters-0c5f1b88d2"
    And 30 seconds pass
`;

const rehearsed = rehearsals();

/** Descriptions of mutants that leak secrets, and the texts that must be in the output of their rehearsals. */
const places = {
  "the store contains plain text beside the encrypted value": "is in the storage of",
  "a log contains the new password of a role": "is in the log of",
  "an audit file contains secrets in plain text": "is in an audit file of",
  "writes to a local mount are replicated": "alone/sky",
};

suite("leaked secrets are detected on the live stage", () => {
  test("the unchanged service leaks none", () => {
    const { status, output } = rehearsed(feature, "live");
    expect(status, output).to.equal(0);
  });

  const mutants = parseMutants(readFileSync(list, "utf8"), "mutants.txt");
  for (const [why, sentence] of Object.entries(places)) {
    test(why, () => {
      const mutant = mutants.find((one) => one.why === why);
      if (!mutant) throw new Error("mutants.txt does not contain this mutant");
      const { file, find, replace } = mutant;
      const { status, output, isLoaded } = rehearsed(feature, "live", { file, find, replace });
      expect(isLoaded, `${file} was loaded`).to.equal(true);
      expect(status).to.equal(1);
      expect(output).to.contain(sentence);
    });
  }
});
