import { suite, test } from "node:test";
import { expect } from "chai";
import { BadWords, wantedBy } from "./arguments.ts";

const known = { ids: ["CLOUD-ROLE-06", "DB-ROLE-02"], files: ["engine/cloud/role/role.ts"], chance: () => 0.5 };

suite("the words of npm run mutants", () => {
  test("without any, all are wanted, with a seed that is drawn", () => {
    expect(wantedBy([], known)).to.deep.equal({ ids: [], seed: 2 ** 30, workers: 2, json: false });
  });

  test("may name ids, a file, a sample and how many are played at a time", () => {
    const words = ["DB-ROLE-02", "--sample", "3", "--seed", "7", "--workers", "1", "--json"];
    const wanted = { ids: ["DB-ROLE-02"], sample: 3, seed: 7, workers: 1, json: true };
    expect(wantedBy(words, known)).to.deep.equal(wanted);
    const file = "engine/cloud/role/role.ts";
    expect(wantedBy(["--file", file], known)).to.deep.include({ ids: [], file });
  });

  const mistakes = [
    [["CLOUD-ROLE-6"], "no mutant breaks CLOUD-ROLE-6; did you mean CLOUD-ROLE-06?"],
    [["--file", "engine/x.ts"], "no mutant changes engine/x.ts"],
    [["--sample", "0"], "--sample is how many mutants are played: 1 or more"],
    [["--workers", "0"], "--workers is how many mutants are played side by side: 1 or more"],
    [["--seed", "-1"], "the options are --sample N, --seed S, --workers N, --file F and --json"],
    [["--seed=soon"], '--seed is a whole number of up to 15 digits, not "soon"'],
    [["--fast"], "the options are --sample N, --seed S, --workers N, --file F and --json"],
  ] as const;
  for (const [words, message] of mistakes) {
    test(`${words.join(" ")} is told what is wrong`, () => {
      expect(() => wantedBy(words, known)).to.throw(BadWords, message);
    });
  }
});
