import { suite, test } from "node:test";
import { expect } from "chai";
import { excuseOf, readExcuses } from "./excuses.ts";
import type { GeneratedMutant } from "./instrument.ts";
import type { JudgedMutant, Outcome } from "./play.ts";
import { mutationReport, scoreOf } from "./report.ts";
import { drawn } from "./sample.ts";

const of = (file: string, index: number): GeneratedMutant => ({
  ...{ id: `${index}`, file, mutator: "BooleanLiteral", original: "true", replacement: "false" },
  ...{ start: { line: 0, column: index }, end: { line: 0, column: index + 1 } },
});
const mutants = ["a.ts", "b.ts"].flatMap((file, at) =>
  Array.from({ length: at === 0 ? 90 : 10 }, (_, n) => of(file, n)),
);

suite("a sample of generated mutants", () => {
  test("has a share of each file, and depends on the seed alone", () => {
    const sample = drawn(mutants, { count: 20, seed: 1 });
    expect(sample).to.have.length(20);
    expect(sample.filter(({ file }) => file === "b.ts").length).to.be.within(1, 3);
    expect(drawn(mutants, { count: 20, seed: 1 })).to.deep.equal(sample);
    expect(drawn(mutants, { count: 20, seed: 2 })).not.to.deep.equal(sample);
    expect(new Set(sample).size).to.equal(20);
  });

  test("is everything if it is large enough", () => {
    expect(drawn(mutants, { count: 100, seed: 1 })).to.equal(mutants);
  });
});

suite("excuses", () => {
  const line = ["a.ts", '"true"', '"false"', "equivalent", "it is set again below"].join("\t");

  test("belong to a text, not to a line number", () => {
    const excuses = readExcuses(`# comment\n${line}\n`);
    expect(excuseOf(of("a.ts", 7), excuses)?.reason).to.equal("equivalent");
    expect(excuseOf(of("b.ts", 7), excuses)).to.equal(undefined);
    expect(excuseOf({ ...of("a.ts", 7), replacement: "null" }, excuses)).to.equal(undefined);
  });

  for (const [what, wrong] of [
    ["an unknown reason", line.replace("equivalent", "too hard")],
    ["no explanation", line.slice(0, line.lastIndexOf("\t"))],
    ["a sixth column", `${line}\tmore`],
  ] as const) {
    test(`with ${what} are refused`, () => {
      expect(() => readExcuses(wrong)).to.throw("excused.tsv:1: five columns");
    });
  }

  test("do not count for caught mutants", () => {
    const judged = (outcome: Outcome): JudgedMutant => ({ ...of("a.ts", 1), outcome, scenarios: 1 });
    const all = (["caught", "endless", "survived", "not covered", "static"] as const).map(judged);
    expect(scoreOf(all, [])).to.deep.equal({ caught: 2, missed: 2, excused: 0, static: 1 });
    expect(scoreOf(all, readExcuses(line))).to.deep.equal({ caught: 2, missed: 0, excused: 2, static: 1 });
  });
});

test("the report has a status for each mutant, with positions that begin with 1", () => {
  const file = "engine/core/leases/lease-times.ts";
  const caughtBy = { place: "features/core/leases.feature:7", ids: ["OWN-LEASE-01"] };
  const { files } = mutationReport([{ ...of(file, 4), outcome: "caught", caughtBy, scenarios: 2 }], []);
  const [mutant] = files[file]?.mutants ?? [];
  expect(mutant).to.include({ status: "Killed", statusReason: "OWN-LEASE-01 features/core/leases.feature:7" });
  expect(mutant?.location.start).to.deep.equal({ line: 1, column: 5 });
});
