import { suite, test } from "node:test";
import { parse } from "@cucumber/tag-expressions";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { parseRehearse } from "./rehearse-options.ts";
import { selectedTags } from "./selected-tags.ts";
import type { RawOptions } from "./usage.ts";

const scenarios = {
  database: ["@DB-ROLE-01", "@DB-ROLE-01:update", "@smoke"],
  both: ["@DB-ROLE-02", "@CORE-LIST-01"],
  cloud: ["@CLOUD-IAM-01", "@smoke", "@slow"],
  own: ["@OWN-CLOUD-01"],
};

function chosen(raw: RawOptions): readonly string[] {
  const expression = parse(selectedTags(parseRehearse([], raw, () => 7)));
  return Object.entries(scenarios).flatMap(([name, tags]) => (expression.evaluate(tags) ? [name] : []));
}

suite("the scenarios of a rehearsal", () => {
  for (const [raw, names] of [
    [{}, ["database", "both", "cloud", "own"]],
    [{ profile: "database" }, ["database", "both"]],
    [{ profile: "core, cloud-iam" }, ["both", "cloud"]],
    [{ profile: "core,database,cloud-iam,cloud-instances,replication" }, ["database", "both", "cloud"]],
    [{ profile: "replication" }, []],
    [{ smoke: true }, ["database", "cloud"]],
    [{ smoke: true, profile: "database" }, ["database"]],
    [{ smoke: true, tags: "@slow or @CORE-LIST-01" }, ["cloud"]],
    [{ profile: "database,cloud-iam", tags: "not @smoke" }, ["both"]],
    [{ profile: "database", tags: "@slow or @CORE-LIST-01" }, ["both"]],
  ] as const) {
    test(`with ${JSON.stringify(raw)} are ${names.join(", ") || "none"}`, () => {
      expect(chosen(raw)).to.deep.equal(names);
    });
  }

  for (const [profile, shown] of [
    ["databse", '"databse"; did you mean database?'],
    ["core,", '"core,"'],
    ["", '""'],
    ["core database", '"core database"'],
  ] as const) {
    test(`are refused for the profile ${JSON.stringify(profile)}`, () => {
      const known = "core or database or cloud-iam or cloud-instances or replication, or several with commas";
      expect(() => chosen({ profile })).to.throw(Failure, `--profile must be ${known}, not ${shown}`);
    });
  }
});
