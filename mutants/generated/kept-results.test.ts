import { test } from "node:test";
import { expect } from "chai";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import { KeptResults } from "./kept-results.ts";

test("a later run has the results of an earlier one, for the same mutants and files", async () => {
  await using folder = await reapedFolder();
  const file = "engine/core/leases/lease-times.ts";
  const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const mutant = { id: "1", file, mutator: "BooleanLiteral", original: "true", replacement: "false", ...place };
  const covered = {
    coverage: { static: { 2: 1 }, perTest: { "a.feature:3": { 1: 2 } } },
    milliseconds: { "a.feature:3": 7 },
  };
  const judged = {
    ...mutant,
    outcome: "caught",
    scenarios: 1,
    caughtBy: { place: "a.feature:3", ids: ["A-1"] },
  } as const;
  const earlier = new KeptResults(folder.path);
  earlier.keepCoverage([file], covered);
  earlier.keep(judged);
  const later = new KeptResults(folder.path);
  expect(later.result(mutant)).to.deep.equal(judged);
  expect(later.result({ ...mutant, replacement: "null" })).to.equal(undefined);
  expect(later.coverage([file])).to.deep.include(covered);
  expect(later.coverage([])).to.equal(undefined);
});
