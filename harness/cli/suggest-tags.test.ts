import { test } from "node:test";
import { expect } from "chai";
import { suggestTags } from "#harness/cli/suggest-tags.ts";

const known = new Set(["@REPL-DEMOTE-02", "@needs-partition", "@DB-CREDS-04"]);

test("a mistyped tag gets a suggestion", () => {
  expect(suggestTags("@REPL-DEMOT-02 or (@needs-partition and not @need-partition)", known)).to.deep.equal([
    "no scenario has @REPL-DEMOT-02; did you mean @REPL-DEMOTE-02?",
    "no scenario has @need-partition; did you mean @needs-partition?",
  ]);
});

test("a known tag, and a tag that resembles none, get no suggestion", () => {
  expect(suggestTags("@needs-partition and not @slow", known)).to.deep.equal([]);
  expect(suggestTags("", known)).to.deep.equal([]);
});
