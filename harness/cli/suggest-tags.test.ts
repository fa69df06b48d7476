import { test } from "node:test";
import { expect } from "chai";
import { suggestTags } from "#harness/cli/suggest-tags.ts";

const known = new Set(["@REPL-DEMOTE-02", "@needs-partition", "@DB-CREDS-04"]);

test("a mistyped tag is told with the one that was probably meant", () => {
  expect(suggestTags("@REPL-DEMOT-02 or (@needs-partition and not @need-partition)", known)).to.deep.equal([
    "no scenario has @REPL-DEMOT-02; did you mean @REPL-DEMOTE-02?",
    "no scenario has @need-partition; did you mean @needs-partition?",
  ]);
});

test("of tags that are known, or resemble none, nothing is said", () => {
  expect(suggestTags("@needs-partition and not @slow", known)).to.deep.equal([]);
  expect(suggestTags("", known)).to.deep.equal([]);
});
