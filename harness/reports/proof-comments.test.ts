import { test } from "node:test";
import { expect } from "chai";
import { proofsIn, strayProofs } from "#harness/reports/proof-comments.ts";

type Document = Parameters<typeof proofsIn>[0];

function feature(comments: Readonly<Record<number, string>>): Document {
  const [keyword, name, description] = ["", "", ""];
  const at = (line: number) => ({ line });
  const step = { id: "1", keyword, text: "", location: at(5) };
  const tag = { id: "2", name: "@DB-ROLE-01", location: at(2) };
  const written = { id: "3", keyword, name, description, tags: [tag], steps: [step], examples: [], location: at(3) };
  return {
    uri: "a.feature",
    feature: {
      keyword,
      name,
      description,
      language: "en",
      tags: [],
      location: at(1),
      children: [{ scenario: written }],
    },
    comments: Object.entries(comments).map(([line, text]) => ({ location: at(Number(line)), text })),
  };
}

test("a proof comment has only ids; other comments are ignored", () => {
  const document = feature({
    4: "    # DB-ROLE-01, OWN-SEAL-01",
    9: "# DB-ROLE-01 speaks of both lists",
    10: "# why",
  });
  expect(proofsIn(document)).to.deep.equal([{ file: "a.feature", line: 4, ids: ["DB-ROLE-01", "OWN-SEAL-01"] }]);
});

test("a proof comment above a step may only name tags of the scenario", () => {
  expect(strayProofs(feature({ 4: "# DB-ROLE-01" }))).to.deep.equal([]);
  expect(strayProofs(feature({ 4: "# DB-ROLE-01, DB-ROLE-02" }))).to.deep.equal([
    "a.feature:4: the comment names DB-ROLE-02, but the scenario has no tag for it",
  ]);
  expect(strayProofs(feature({ 6: "# DB-ROLE-01" }))).to.deep.equal([
    "a.feature:6: the comment is not above a step of a scenario",
  ]);
});
