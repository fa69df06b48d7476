import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { derivedFiles } from "./files.ts";

suite("the generated files", () => {
  let derived: Readonly<Record<string, string>> = {};
  before(async () => {
    derived = await derivedFiles();
  });

  for (const path of [
    "docs/reference.md",
    "client/api.d.ts",
    "docs/steps.md",
    "docs/checkers.md",
    "docs/conformance.schema.json",
    ".vscode/settings.json",
  ]) {
    test(`${path} is up to date (else: npm run reference)`, () => {
      expect(readFileSync(join(checkoutRoot, path), "utf8") === derived[path]).to.equal(true);
    });
  }
});
