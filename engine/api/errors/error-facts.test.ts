import { test } from "node:test";
import { expect } from "chai";
import { errorFacts } from "./error-facts.ts";

test("the facts of an error are the class and the stack frames of it and its causes, without messages", () => {
  const cause = new RangeError("hunter2", { cause: new TypeError("hunter3\n    of two lines") });
  const { name, at } = errorFacts(new SyntaxError("hunter1", { cause }));
  expect(name).to.equal("SyntaxError");
  expect(at.match(/^caused by .*$/gm)).to.deep.equal(["caused by RangeError", "caused by TypeError"]);
  expect(at).to.include("error-facts.test.ts").and.not.include("hunter").and.not.include("of two lines");
});

test("a thrown value that is not an error has a type, and endless causes are truncated", () => {
  expect(errorFacts("hunter2")).to.deep.equal({ name: "string", at: "" });
  const endless = new Error("a");
  endless.cause = endless;
  expect(errorFacts(endless).at.match(/caused by/g)).to.have.length(4);
});
