import { test } from "node:test";
import { expect } from "chai";
import { quickMatching } from "./quick-matching.ts";

const originalCoordinates = { requireModules: [], requirePaths: [], importPaths: [], loaders: [] };

function definition(regexp: RegExp) {
  const asked: string[] = [];
  const match = (text: string) => {
    asked.push(text);
    return regexp.exec(text)?.slice(1) ?? null;
  };
  return { asked, expression: { regexp, match } };
}

test("a definition is asked for its arguments only when a sentence is its own, and once for each sentence", () => {
  const mounts = definition(/^an engine is mounted at "([^"]*)"$/);
  quickMatching({ originalCoordinates, stepDefinitions: [mounts] } as never);
  const { expression, asked } = mounts;
  expect(expression.match("Oslo is demoted")).to.equal(null);
  expect(asked).to.deep.equal([]);
  expect(expression.match('an engine is mounted at "colours"')).to.deep.equal(["colours"]);
  expect(expression.match('an engine is mounted at "colours"')).to.deep.equal(["colours"]);
  expect(expression.match('an engine is mounted at "shapes"')).to.deep.equal(["shapes"]);
  expect(asked).to.deep.equal(['an engine is mounted at "colours"', 'an engine is mounted at "shapes"']);
});

test("the groups of a sentence are found as the library finds them, and where", () => {
  const build = (match: RegExpExecArray, next: () => number) => {
    const [whole, first, second] = [next(), next(), next()];
    return [match[whole], match.indices?.[first], match[second], match.indices?.[second]];
  };
  const unasked = (_text: string): unknown => expect.fail("the library's own is not asked");
  const regexp = /^(\w+) sees (\d+)?$/;
  const treeRegexp = { regexp, groupBuilder: { build }, match: unasked };
  const expression = { regexp, treeRegexp, match: (text: string) => [treeRegexp.match(text)] };
  quickMatching({ originalCoordinates, stepDefinitions: [{ expression }] } as never);
  expect(expression.match("Ada sees 12")).to.deep.equal([["Ada sees 12", [0, 3], "12", [9, 11]]]);
  expect(expression.match("Ada sees ")).to.deep.equal([["Ada sees ", [0, 3], undefined, undefined]]);
  expect(treeRegexp.match("Oslo is demoted")).to.equal(null);
});

test("an expression that remembers where it was is left alone, and so is a library of another shape", () => {
  const global = definition(/sky/g);
  quickMatching({ originalCoordinates, stepDefinitions: [global, { pattern: "sea" }, null] } as never);
  for (const expected of [[], null, []]) expect(global.expression.match("sky")).to.deep.equal(expected);
  quickMatching({ originalCoordinates });
});
