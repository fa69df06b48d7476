import { test } from "node:test";
import { expect } from "chai";
import { errorFacts } from "./error-facts.ts";

test("of an error its class and place are told, and those of its causes, and no message", () => {
  const cause = new RangeError("hunter2", { cause: new TypeError("hunter3\n    of two lines") });
  const { name, at } = errorFacts(new SyntaxError("hunter1", { cause }));
  expect(name).to.equal("SyntaxError");
  expect(at.match(/^caused by .*$/gm)).to.deep.equal(["caused by RangeError", "caused by TypeError"]);
  expect(at).to.include("error-facts.test.ts").and.not.include("hunter").and.not.include("of two lines");
});

test("what is no error, and causes that never end, are told in few words", () => {
  expect(errorFacts("hunter2")).to.deep.equal({ name: "string", at: "" });
  const endless = new Error("a");
  endless.cause = endless;
  expect(errorFacts(endless).at.match(/caused by/g)).to.have.length(4);
});
