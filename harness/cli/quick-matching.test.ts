import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadSupport } from "@cucumber/cucumber/api";
import { expect } from "chai";
import { noSources } from "./cucumber-run.ts";
import { quickMatching } from "./quick-matching.ts";
import { definitionsOf } from "./step-definitions.ts";

const originalCoordinates = { requireModules: [], requirePaths: [], importPaths: [], loaders: [] };

function definition(regexp: RegExp) {
  const matched: string[] = [];
  const match = (text: string) => {
    matched.push(text);
    return regexp.exec(text)?.slice(1) ?? null;
  };
  return { matched, expression: { regexp, match } };
}

test("arguments of a definition are computed only for matching sentences, once for each sentence", () => {
  const mounts = definition(/^an engine is mounted at "([^"]*)"$/);
  quickMatching({ originalCoordinates, stepDefinitions: [mounts] } as never);
  const { expression, matched } = mounts;
  expect(expression.match("Oslo is demoted")).to.equal(null);
  expect(matched).to.deep.equal([]);
  expect(expression.match('an engine is mounted at "colours"')).to.deep.equal(["colours"]);
  expect(expression.match('an engine is mounted at "colours"')).to.deep.equal(["colours"]);
  expect(expression.match('an engine is mounted at "shapes"')).to.deep.equal(["shapes"]);
  expect(matched).to.deep.equal(['an engine is mounted at "colours"', 'an engine is mounted at "shapes"']);
});

test("a stateful pattern and a library with another structure are not changed", () => {
  const global = definition(/sky/g);
  quickMatching({ originalCoordinates, stepDefinitions: [global, { pattern: "sea" }, null] } as never);
  for (const expected of [[], null, []]) expect(global.expression.match("sky")).to.deep.equal(expected);
  quickMatching({ originalCoordinates });
});

test("cucumber's own definitions find the same arguments as before", async () => {
  const steps = fileURLToPath(new URL("./quick-matching.suite.ts", import.meta.url));
  const library = await loadSupport({ sources: noSources, support: { importPaths: [steps] } });
  const sentences = [
    '3 key shares are (all of "them")',
    "1 key share is (all of 'them')",
    "1 key share is all of it",
    `Ada holds 0.5 of "a b" and ''`,
    '"Ada holds 0.5 of it"',
    "nothing else",
    "nothing else at all",
    "a pattern of 2 words",
  ];
  const matches = () => sentences.map((text) => definitionsOf(library).map(({ expression }) => expression.match(text)));
  const before = JSON.stringify(matches());
  expect(
    matches()
      .flat()
      .filter((found) => found !== null),
  ).to.have.length(6);
  quickMatching(library);
  expect(JSON.stringify(matches())).to.equal(before);
});
