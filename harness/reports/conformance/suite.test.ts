import { globSync, readdirSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { idsIn, idsOfSuite, suiteTable, suiteVersion } from "./suite.ts";

const spec = new URL("../../../spec/", import.meta.url);
const checkout = fileURLToPath(new URL("..", spec));
const read = (path: string) => readFileSync(new URL(path, spec), "utf8");
const requirements = readRequirements();
const retired = read("retired.tsv").trimEnd().split("\n");

suite("the suite of requirements", () => {
  test("is the list of its version; another list needs another version", () => {
    const path = `suites/${suiteVersion()}.tsv`;
    const change = `requirements changed: raise the version in spec/suite.json, and npm run reference (CONTRIBUTING, "Change a requirement")`;
    expect(suiteTable(requirements.values()), change).to.equal(read(path));
  });

  test("loses no id of an earlier version without an entry in retired.tsv", () => {
    const earlier = readdirSync(new URL("suites", spec)).flatMap((file) => [...idsIn(read(`suites/${file}`))]);
    const known = new Set([...requirements.keys(), ...idsIn(retired.join("\n"))]);
    expect(earlier.filter((id) => !known.has(id))).to.deep.equal([]);
  });

  test("does not use a retired id again", () => {
    expect(retired[0]).to.equal("id\tlast\treason");
    for (const line of retired.slice(1)) expect(line.split("\t"), line).to.have.length(3).and.not.include("");
    const ids = idsIn(retired.join("\n"));
    const features = globSync("features/**/*.feature", { cwd: checkout }).map((path) => read(`../${path}`));
    const tags = features.flatMap((text) => text.match(/@[A-Z][A-Z0-9-]+/g) ?? []).map((tag) => tag.slice(1));
    expect(tags).to.include("DB-ROLE-01");
    const used = [...requirements.keys(), ...readOwnRules().keys(), ...tags];
    expect(used.filter((id) => ids.has(id))).to.deep.equal([]);
  });

  test("has the ids of each version, and of no other", () => {
    expect(idsOfSuite(suiteVersion())?.size).to.equal(requirements.size);
    for (const version of ["0.0", "9", "../1.0", ""]) expect(idsOfSuite(version), version).to.equal(undefined);
  });
});
