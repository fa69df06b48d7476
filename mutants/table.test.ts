import { suite, test } from "node:test";
import { expect } from "chai";
import { row, summary, table } from "./table.ts";
import type { Judged } from "./verdict.ts";

const one = { ids: ["A-01"], file: "engine/a.ts", why: "nothing is done", find: "a", replace: "b", place: "first:3" };
const other = { ...one, ids: ["A-01", "B-01"], replace: "c", place: "second:1" };
const caught: Judged = {
  mutant: one,
  outcome: "caught",
  isAsListed: true,
  failedAt: ["it rains", "it pours"],
  others: ["C-01"],
  milliseconds: 1234,
};
const escaped: Judged = {
  mutant: other,
  outcome: "ESCAPED",
  isAsListed: false,
  remark: "still held: B-01",
  failedAt: [],
  others: [],
  milliseconds: 9,
};

suite("the report of mutants", () => {
  test("has a row with ids, change, outcome and time, and the failed step or the remark below it", () => {
    expect(row(caught)).to.equal(
      "  1234 ms  caught      A-01                nothing is done, in engine/a.ts (first:3) (also broken: C-01)\n           failed at: it rains\n",
    );
    expect(row(escaped)).to.match(/^ {5}9 ms {2}ESCAPED .*\n {11}still held: B-01\n$/);
  });

  test("has a table by list, and the number of ids without two mutants", () => {
    const [first, second, all] = summary([caught, escaped], { mutants: [one, other], tagged: ["A-01", "B-01"] });
    expect(first).to.include({ list: "first", mutants: 1, played: 1, caught: 1, escaped: 0, share: "100.0 %" });
    expect(second).to.include({ list: "second", mutants: 1, played: 1, caught: 0, escaped: 1, share: "0.0 %" });
    expect(all).to.include({ list: "all", mutants: 2, caught: 1, share: "50.0 %", "ids to do": "1 of 2" });
  });

  test("has columns as wide as their widest cell", () => {
    expect(table([{ a: 1, b: "long" }, { a: 100 }])).to.equal("a    b\n1    long\n100\n");
  });
});
