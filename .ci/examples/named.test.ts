import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";

/** Matches a command line with which npx or npm exec would download a package `understudy`. */
const fetching = /^\s*(?:\$ )?(?:npx|npm exec)\s[^\n]*\bunderstudy\b/m;

test("no page or help text makes npx download a package with our command's name, which on npm belongs to another project", () => {
  const pages = globSync(["*.md", "docs/**/*.md", "spec/*.md", "harness/cli/*.ts"], { cwd: checkoutRoot });
  expect(pages).to.include("README.md");
  expect(pages.filter((page) => fetching.test(readFileSync(join(checkoutRoot, page), "utf8")))).to.deep.equal([]);
  expect("    npx understudy up").to.match(fetching);
});
