import { suite, test } from "node:test";
import { createContext, Script } from "node:vm";
import { expect } from "chai";
import { filterMatrix } from "./filter-matrix.ts";

type Fields = Readonly<{ q?: string; profile?: string; verdict?: string }>;

const rows = [
  { id: "CORE-LIST-01", textContent: "CORE-LIST-01 Every Collection", profile: "core", verdicts: "held|held" },
  { id: "DB-ROLE-01", textContent: "DB-ROLE-01 A role must", profile: "database", verdicts: "broken|held" },
  { id: "DB-ROLE-02", textContent: "DB-ROLE-02 The list", profile: "database", verdicts: "not played|not played" },
];

/** Runs the filter with these fields in a page of three rows. Returns the ids of the shown rows and the summary. */
function filtered(fields: Fields, hash?: string) {
  const page = rows.map(({ id, textContent, profile, verdicts }) => ({
    ...{ id, textContent, dataset: { profile, verdicts }, hidden: false },
    scrollIntoView: () => {},
  }));
  const listeners = new Map<string, () => void>();
  let current: Fields = fields;
  const output = { textContent: "" };
  const form = {
    hidden: true,
    classList: { toggle: () => {} },
    querySelector: () => output,
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    reset() {
      current = {};
      listeners.get("reset")?.();
    },
  };
  const context = createContext({
    document: {
      querySelector: () => form,
      querySelectorAll: () => page,
      getElementById: (id: string) => page.find((row) => row.id === id),
    },
    location: { hash },
    setTimeout: (task: () => void) => task(),
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    FormData: class {
      get(name: keyof Fields) {
        return current[name] ?? "";
      }
    },
  });
  new Script(`"use strict";\n${filterMatrix}\nfilterMatrix();`).runInContext(context);
  if (hash) listeners.get("hashchange")?.();
  expect(form.hidden).to.equal(false);
  return [page.filter(({ hidden }) => !hidden).map(({ id }) => id), output.textContent];
}

suite("the filter of a matrix", () => {
  const cases: readonly (readonly [Fields, readonly string[]])[] = [
    [{}, ["CORE-LIST-01", "DB-ROLE-01", "DB-ROLE-02"]],
    [{ q: " LIST  every " }, ["CORE-LIST-01"]],
    [{ profile: "database" }, ["DB-ROLE-01", "DB-ROLE-02"]],
    [{ verdict: "held" }, ["CORE-LIST-01", "DB-ROLE-01"]],
    [{ verdict: "different" }, ["DB-ROLE-01"]],
    [{ verdict: "not played", profile: "core" }, []],
  ];
  for (const [fields, ids] of cases) {
    test(`${JSON.stringify(fields)} shows ${ids.join(" and ") || "nothing"}`, () => {
      expect(filtered(fields)).to.deep.equal([ids, `${ids.length} of 3 requirements`]);
    });
  }

  test("ends when a link leads to a hidden row, and only then", () => {
    expect(filtered({ profile: "core" }, "#DB-ROLE-01")[0]).to.have.length(3);
    expect(filtered({ profile: "core" }, "#CORE-LIST-01")[0]).to.deep.equal(["CORE-LIST-01"]);
    expect(filtered({ profile: "core" }, "#none")[0]).to.deep.equal(["CORE-LIST-01"]);
  });
});
