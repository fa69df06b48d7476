import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { house } from "../suite/house.ts";

test("no page and no help has npx look for a package of our command's name: on npm it is another's", () => {
  const pages = globSync(["*.md", "docs/**/*.md", "spec/*.md", "harness/cli/*.ts"], { cwd: house });
  expect(pages).to.include("README.md");
  const told = pages.filter((page) =>
    /\b(npx|npm exec) [^\n`]*\bunderstudy\b/.test(readFileSync(join(house, page), "utf8")),
  );
  expect(told).to.deep.equal([]);
});
