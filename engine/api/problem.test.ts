import { test } from "node:test";
import { expect } from "chai";
import { quoted } from "./problem.ts";

test("a name is quoted whole, and of a very long one the beginning and its length", () => {
  expect(quoted('sky "blue"\n')).to.equal('"sky \\"blue\\"\\n"');
  expect(quoted("x".repeat(1024))).to.equal(`"${"x".repeat(1024)}"`);
  expect(quoted("x".repeat(65_536))).to.equal(`"${"x".repeat(1024)}"... (65536 characters)`);
  // A character of two halves may be cut: what is told is still valid text.
  expect(quoted(`${"x".repeat(1023)}🦉`)).to.equal(`"${"x".repeat(1023)}\\ud83e"... (1025 characters)`);
});
