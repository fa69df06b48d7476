import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { derivedFiles } from "./files.ts";

suite("what is derived from the endpoint table and from the steps", () => {
  let derived: Readonly<Record<string, string>> = {};
  before(async () => {
    derived = await derivedFiles();
  });

  for (const path of ["docs/reference.md", "client/api.d.ts", "docs/steps.md"]) {
    test(`${path} is what they say now (else: npm run reference)`, () => {
      expect(readFileSync(join(checkoutRoot, path), "utf8") === derived[path]).to.equal(true);
    });
  }

  test("there is nothing else that is derived", () => {
    expect(Object.keys(derived)).to.deep.equal(["docs/reference.md", "client/api.d.ts", "docs/steps.md"]);
  });
});
