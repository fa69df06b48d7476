import { suite, test } from "node:test";
import { DataTable } from "@cucumber/cucumber";
import { expect } from "chai";
import { rowsOf } from "#scenarios/requests.ts";

suite("the rows of a table with a heading", () => {
  const rows = (...cells: readonly string[][]) => rowsOf(new DataTable([...cells]), ["request", "with"]);

  test("have every column, which is empty if the table lacks it", () => {
    expect(rows(["request"], ["GET a"])).to.deep.equal([{ request: "GET a", with: "" }]);
    expect(rows(["with", "request"], ["b=c", "GET a"])).to.deep.equal([{ request: "GET a", with: "b=c" }]);
  });

  test("are refused with any other column, which the error names", () => {
    expect(() => rows(["request", "body"], ["GET a", "b=c"])).to.throw('no column "body", but request, with');
  });
});
