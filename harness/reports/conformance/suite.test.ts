import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { idsIn, idsOfSuite, suiteTable, suiteVersion } from "./suite.ts";

const spec = new URL("../../../spec/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, spec), "utf8");
const requirements = readRequirements();
const retired = read("retired.tsv").trimEnd().split("\n");

suite("the suite of requirements", () => {
  test("is the list of its version; another list needs another version", () => {
    const version = suiteVersion();
    const path = `suites/${version}.tsv`;
    expect(existsSync(new URL(path, spec)), `npm run reference writes the list of suite ${version}`).to.equal(true);
    const change = `the requirements are not those of suite ${version}: raise "version" in spec/suite.json, and run npm run reference (CONTRIBUTING.md, "Change a requirement")`;
    expect(suiteTable(requirements.values()) === read(path), change).to.equal(true);
  });

  test("loses no id of an earlier version without an entry in retired.tsv", () => {
    const earlier = readdirSync(new URL("suites", spec)).flatMap((file) => [...idsIn(read(`suites/${file}`))]);
    const known = new Set([...requirements.keys(), ...idsIn(retired.join("\n"))]);
    expect(earlier.filter((id) => !known.has(id))).to.deep.equal([]);
  });

  test("does not use a retired id again", () => {
    expect(retired[0]).to.equal("id\tlast\treason");
    for (const line of retired.slice(1)) {
      const [id = "", last = "", ...reason] = line.split("\t");
      expect(reason, line).to.have.length(1).and.not.include("");
      expect(idsOfSuite(last)?.has(id), `${id} in suite ${last}`).to.equal(true);
    }
    const ids = idsIn(retired.join("\n"));
    const used = [...requirements.keys(), ...readOwnRules().keys()];
    expect(used.filter((id) => ids.has(id))).to.deep.equal([]);
    const features = new URL("../features/", spec);
    const tagged = globSync("**/*.feature", { cwd: features }).filter((file) =>
      (readFileSync(new URL(file, features), "utf8").match(/(?<=@)[A-Z0-9-]+/g) ?? []).some((id) => ids.has(id)),
    );
    expect(tagged, "features with a retired id").to.deep.equal([]);
  });

  test("has the ids of each version, and of no other", () => {
    expect(idsOfSuite(suiteVersion())?.size).to.equal(requirements.size);
    for (const version of ["0.0", "9", "../1.0", ""]) expect(idsOfSuite(version), version).to.equal(undefined);
  });
});
