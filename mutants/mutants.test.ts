import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { suite, test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/program/package-root.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { parseMutants } from "./mutant.ts";
import { allMutants, idsToDo, idsWithoutMutants } from "./mutants.ts";
import { taggedIds } from "./tagged-ids.ts";

const mutants = allMutants();
const quoting = [
  ...mutants,
  ...["checkers/mutants.txt", "known-bugs/list.txt"].flatMap((list) =>
    parseMutants(readFileSync(new URL(list, import.meta.url), "utf8"), list),
  ),
];
const texts = new Map(quoting.map(({ file }) => [file, readFileSync(packageRoot + file, "utf8")]));
const textOf = (file: string) => texts.get(file) ?? "";

suite("the lists of mutants", () => {
  test("name requirements that have scenarios", () => {
    const [known, tagged] = [new Map([...readRequirements(), ...readOwnRules()]), new Set(taggedIds())];
    const unknown = mutants.flatMap(({ ids, place }) =>
      ids.filter((id) => !known.has(id) || !tagged.has(id)).map((id) => `${place}: ${id}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  test("name text that occurs exactly once in its file", () => {
    const odd = quoting
      .map(({ place, file, find }) => ({ place, file, times: textOf(file).split(find).length - 1 }))
      .filter(({ times }) => times !== 1);
    expect(odd.map(({ place, file, times }) => `${place}: ${times} times in ${file}`)).to.deep.equal([]);
  });

  test("change their file to other valid TypeScript", () => {
    const odd = quoting.filter(({ file, find, replace }) => {
      const text = textOf(file);
      const changed = text.replace(find, () => replace);
      return changed === text || !canBeStripped(changed);
    });
    expect(odd.map(({ place }) => place)).to.deep.equal([]);
  });

  test("break each rule in different ways", () => {
    const ways = mutants.flatMap(({ ids, file, find, replace }) =>
      ids.map((id) => JSON.stringify([id, file, find, replace])),
    );
    expect(ways.filter((way, index) => ways.indexOf(way) !== index)).to.deep.equal([]);
  });

  test("break every rule with scenarios twice, except those in without-mutants.txt", () => {
    expect(idsWithoutMutants()).to.deep.equal(idsToDo(taggedIds(), mutants));
  });

  test("blame an escape on a single id", () => {
    const shared = mutants.filter(({ ids, escapes }) => escapes !== undefined && ids.length > 1);
    expect(shared.map(({ place }) => place)).to.deep.equal([]);
  });
});

test("an id is incomplete until two mutants break it", () => {
  const one = { ids: ["A-01"], file: "", why: "", find: "a", replace: "b", place: "" };
  expect(idsToDo(["A-01", "A-02"], [one])).to.deep.equal(["A-01", "A-02"]);
  expect(idsToDo(["A-01", "A-02"], [one, { ...one, ids: ["A-01", "A-02"], replace: "c" }])).to.deep.equal(["A-02"]);
});

function canBeStripped(text: string): boolean {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}
