import { test } from "node:test";
import { expect } from "chai";
import { splitStatements } from "./statements.ts";

test("texts are split at semicolons, and empty statements dropped", () => {
  expect(splitStatements(["A; B ;", " ", "C;;D"])).to.deep.equal(["A", "B", "C", "D"]);
});

test("a semicolon inside quotes is a letter like any other", () => {
  const statement = `SELECT 'a;''b', "c;d", $x$ e; f $x$, $$;$$`;
  expect(splitStatements([`${statement}; NEXT`])).to.deep.equal([statement, "NEXT"]);
});

test("a text with the word END stays whole, unless the word is quoted or part of another", () => {
  const block = "DO $$ BEGIN PERFORM 1; END $$; SELECT 2";
  expect(splitStatements([block])).to.deep.equal([block]);
  expect(splitStatements(["SELECT 'END'; SELECT ENDING"])).to.deep.equal(["SELECT 'END'", "SELECT ENDING"]);
});

test("quotes that never close do not lose text", () => {
  expect(splitStatements(["SELECT 'a; b"])).to.deep.equal(["SELECT 'a", "b"]);
});
