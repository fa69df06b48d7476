import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";

/** A line that is to be typed and lets npx, or npm exec, look for a package. */
const fetching = /^\s*(?:\$ )?(?:npx|npm exec)\s[^\n]*\bunderstudy\b/m;

test("no page and no help has npx look for a package of our command's name: on npm it is another's", () => {
  const pages = globSync(["*.md", "docs/**/*.md", "spec/*.md", "harness/cli/*.ts"], { cwd: checkoutRoot });
  expect(pages).to.include("README.md");
  expect(pages.filter((page) => fetching.test(readFileSync(join(checkoutRoot, page), "utf8")))).to.deep.equal([]);
  expect("    npx understudy up").to.match(fetching);
});
