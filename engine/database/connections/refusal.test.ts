import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "#engine/api/problem.ts";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { isCertain, isLoginRefusal, loginRefusalText, refusalText, withoutPasswords } from "./refusal.ts";

test("a long password is masked everywhere, also percent-escaped", () => {
  const passwords = ["p@ssword/1"];
  expect(withoutPasswords("at 'p@ssword/1' in a:p%40ssword%2F1@b", passwords)).to.equal(
    "at '[password]' in a:[password]@b",
  );
});

test("a short password is masked only where it is clearly a value", () => {
  expect(withoutPasswords(`error at "y" of a:y@db`, ["y"])).to.equal(`error at "[password]" of a:[password]@db`);
  expect(withoutPasswords("verifying database", ["", "y", "b"])).to.equal("verifying database");
});

test("texts contain the server's code, and distinguish a refusal from a missing answer", () => {
  const refused = new DatabaseRefusal("syntax error", "42601");
  const silent = new DatabaseRefusal("connection refused", "");
  expect(refusalText(refused, [])).to.equal("failed to execute query: ERROR: syntax error (SQLSTATE 42601)");
  expect(refusalText(silent, [])).to.equal("unable to start transaction: connection refused");
  expect(loginRefusalText(refused, [])).to.equal("error verifying connection: syntax error (SQLSTATE 42601)");
  expect(loginRefusalText(silent, [])).to.equal("error verifying connection: connection refused");
  expect(() => refusalText(new RangeError("a bug"), [])).to.throw(RangeError);
});

test("only a refusal by the server is certain, but not a lost connection", () => {
  expect(isCertain(new DatabaseRefusal("", "42601"))).to.equal(true);
  for (const state of ["", "08006", "57P01"]) expect(isCertain(new DatabaseRefusal("", state)), state).to.equal(false);
  const isProblemCertain = (cause: unknown) => isCertain(new Problem("failed", "", { cause }));
  expect([
    isProblemCertain(new DatabaseRefusal("", "42601")),
    isProblemCertain(new DatabaseRefusal("", "")),
  ]).to.deep.equal([true, false]);
  expect(isCertain(new Problem("failed", "no such connection"))).to.equal(true);
  // A request that could not be stored may have taken effect.
  expect(isCertain(new Problem("unavailable", ""))).to.equal(false);
  expect(isLoginRefusal(new DatabaseRefusal("", "28P01"))).to.equal(true);
  expect(isLoginRefusal(new DatabaseRefusal("", "53300"))).to.equal(false);
});
