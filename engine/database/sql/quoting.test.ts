import { test } from "node:test";
import { expect } from "chai";
import { quoteIdentifier, quoteLiteral } from "./quoting.ts";

test("an identifier cannot end its own quotes", () => {
  expect(quoteIdentifier("plain")).to.equal('"plain"');
  expect(quoteIdentifier('a"; DROP ROLE b; --')).to.equal('"a""; DROP ROLE b; --"');
  expect(quoteIdentifier("it's \\ {{name}} é")).to.equal('"it\'s \\ {{name}} é"');
});

test("a literal cannot end its own quotes, however the server treats backslashes", () => {
  expect(quoteLiteral("it's")).to.equal("'it''s'");
  expect(quoteLiteral("\\'; DROP ROLE b; --")).to.equal(" E'\\\\''; DROP ROLE b; --'");
});

test("a null character, which would truncate the statement, is refused", () => {
  expect(() => quoteIdentifier("a\0b")).to.throw("null character");
  expect(() => quoteLiteral("a\0b")).to.throw("null character");
});
