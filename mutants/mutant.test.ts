import { suite, test } from "node:test";
import { expect } from "chai";
import { parseMutants } from "./mutant.ts";

suite("a list of mutants", () => {
  test("is parsed like a diff, with indentation", () => {
    const text = [
      "# what a remark says does not matter",
      "A-ONE-01 B-TWO-02 in engine/one.ts: one is two",
      "- const one = 1;",
      "-   return one;",
      "+ const one = 2;",
      "",
      "",
      "A-ONE-02 in engine/two.ts: nothing is done",
      "- done();",
      "! no client can detect it",
    ].join("\n");
    expect(parseMutants(text, "some")).to.deep.equal([
      {
        ids: ["A-ONE-01", "B-TWO-02"],
        file: "engine/one.ts",
        why: "one is two",
        find: "const one = 1;\n  return one;",
        replace: "const one = 2;",
        place: "some:2",
      },
      {
        ids: ["A-ONE-02"],
        file: "engine/two.ts",
        why: "nothing is done",
        find: "done();",
        replace: "",
        escapes: "no client can detect it",
        place: "some:8",
      },
    ]);
  });

  const mistakes = [
    ["a heading without a file", "A-ONE-01: x\n- a", 'some:1: a mutant must begin with "IDS in FILE: description"'],
    [
      "a line without a sign",
      "A-ONE-01 in a.ts: x\n- a\nb",
      'some:3: each line of a mutant must begin with "- ", "+ " or "! "',
    ],
    ["a mutant without text to find", "A-ONE-01 in a.ts: x\n+ a", 'some:1: the mutant has no "- " line'],
  ] as const;
  for (const [what, text, message] of mistakes) {
    test(`${what} is reported with its position`, () => {
      expect(() => parseMutants(text, "some")).to.throw(message);
    });
  }
});
