import { test } from "node:test";
import { expect } from "chai";
import { parseOwnRules } from "#harness/reports/own-rules.ts";

test("errors in the table have the line number", () => {
  const header = "id\tsource\tstatement";
  expect(() => parseOwnRules("id\n")).to.throw("line 1");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tours`)).to.throw("line 2: three cells");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tdreams\tx`)).to.throw("line 2: unknown source dreams");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tours\tx\nOWN-A-01\tours\ty`)).to.throw(
    "line 3: OWN-A-01 occurs twice",
  );
});
