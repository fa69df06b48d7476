import { suite, test } from "node:test";
import { expect } from "chai";
import { parseArguments, UsageError } from "./arguments.ts";

const known = { ids: ["CLOUD-ROLE-06", "DB-ROLE-02"], files: ["engine/cloud/role/role.ts"], random: () => 0.5 };

suite("arguments of npm run mutants", () => {
  test("select all mutants and a random seed by default", () => {
    expect(parseArguments([], known)).to.deep.equal({ ids: [], seed: 2 ** 30, workers: 2, json: false });
  });

  test("select ids, a file, a sample and the number of workers", () => {
    const words = ["DB-ROLE-02", "--sample", "3", "--seed", "7", "--workers", "1", "--json"];
    const wanted = { ids: ["DB-ROLE-02"], sample: 3, seed: 7, workers: 1, json: true };
    expect(parseArguments(words, known)).to.deep.equal(wanted);
    const file = "engine/cloud/role/role.ts";
    expect(parseArguments(["--file", file], known)).to.deep.include({ ids: [], file });
  });

  const mistakes = [
    [["CLOUD-ROLE-6"], "no mutant breaks CLOUD-ROLE-6; did you mean CLOUD-ROLE-06?"],
    [["--file", "engine/x.ts"], "no mutant changes engine/x.ts"],
    [["--sample", "0"], "--sample must be the number of mutants to play, 1 or more"],
    [["--workers", "0"], "--workers must be the number of mutants to play at a time, 1 or more"],
    [["--seed", "-1"], "the options are --sample N, --seed S, --workers N, --file F and --json"],
    [["--seed=soon"], '--seed must be an integer of up to 15 digits, not "soon"'],
    [["--fast"], "the options are --sample N, --seed S, --workers N, --file F and --json"],
  ] as const;
  for (const [words, message] of mistakes) {
    test(`refuse ${words.join(" ")} with the reason`, () => {
      expect(() => parseArguments(words, known)).to.throw(UsageError, message);
    });
  }
});
