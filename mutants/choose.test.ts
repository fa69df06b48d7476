import { suite, test } from "node:test";
import { expect } from "chai";
import { choose } from "./choose.ts";

const mutants = Array.from({ length: 50 }, (_, index) => ({
  ids: [`A-${index}`, "A-ALL"],
  file: index < 25 ? "low.ts" : "high.ts",
  why: "",
  find: "a",
  replace: "b",
  place: `some:${index}`,
}));
const usual = { ids: [], seed: 1, json: false };

suite("chosen mutants", () => {
  test("are all, or those of the given ids or file", () => {
    expect(choose(mutants, usual)).to.deep.equal(mutants);
    expect(choose(mutants, { ...usual, ids: ["A-3", "A-7"] })).to.deep.equal([mutants[3], mutants[7]]);
    expect(choose(mutants, { ...usual, file: "high.ts" })).to.deep.equal(mutants.slice(25));
  });

  test("of a sample depend on the seed only, and are in the order of the lists", () => {
    const sample = choose(mutants, { ...usual, sample: 8 });
    expect(sample).to.have.lengthOf(8);
    expect(choose(mutants, { ...usual, sample: 8 })).to.deep.equal(sample);
    expect(choose(mutants, { ...usual, sample: 8, seed: 2 })).not.to.deep.equal(sample);
    expect(mutants.filter((one) => sample.includes(one))).to.deep.equal(sample);
  });

  test("are all if the sample exceeds their number", () => {
    expect(choose(mutants, { ...usual, sample: 99 })).to.deep.equal(mutants);
  });
});
