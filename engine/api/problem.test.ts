import { test } from "node:test";
import { expect } from "chai";
import { quoted } from "./problem.ts";

test("a name is quoted completely, and a very long name is truncated with its length", () => {
  expect(quoted('sky "blue"\n')).to.equal('"sky \\"blue\\"\\n"');
  expect(quoted("x".repeat(1024))).to.equal(`"${"x".repeat(1024)}"`);
  expect(quoted("x".repeat(65_536))).to.equal(`"${"x".repeat(1024)}"... (65536 characters)`);
  expect(quoted(`${"x".repeat(1023)}🦉`)).to.equal(`"${"x".repeat(1023)}\\ud83e"... (1025 characters)`);
});
