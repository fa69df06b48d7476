import { test } from "node:test";
import { expect } from "chai";
import SnippetSyntax from "#harness/cli/snippet-syntax.ts";

test("a definition has the types of its parameters and of the world", () => {
  const parameterInfos = [
    { name: "cluster", type: null, count: 1 },
    { name: "cluster", type: null, count: 2 },
    { name: "int", type: "Number", count: 1 },
    { name: "cut time", type: "String", count: 1 },
  ];
  const source = 'the "link" of {cluster} and {cluster} breaks {int} times {cut time}:';
  const text = new SnippetSyntax().build({
    comment: "Write code here",
    functionName: "When",
    generatedExpressions: [
      { source, parameterInfos },
      { source: "another", parameterInfos: [] },
    ],
    stepParameterNames: ["dataTable"],
  });
  expect(text.split("\n")).to.deep.equal([
    'When("the \\"link\\" of {cluster} and {cluster} breaks {int} times {cut time}:", async function (this: RehearsalWorld, cluster: string, cluster2: string, int: number, cutTime: string, dataTable: DataTable) {',
    "  // Write code here",
    '  return "pending";',
    "});",
  ]);
});
