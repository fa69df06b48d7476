import { suite, test } from "node:test";
import { expect } from "chai";
import { importsOf } from "./imports.ts";

const specifiers = (text: string) => importsOf(text).map(({ specifier }) => specifier);

suite("reading imports", () => {
  const ways = [
    ['import { a } from "./a.ts";', "./a.ts"],
    ['import a, {\n  type B,\n  c as d,\n} from\n  "./a.ts";', "./a.ts"],
    ['import type { A } from "./a.ts";', "./a.ts"],
    ['import "./a.ts";', "./a.ts"],
    ['export { a } from "./a.ts";', "./a.ts"],
    ['export * from "./a.ts";', "./a.ts"],
    ['export type { A } from "./a.ts";', "./a.ts"],
    ['const a = await import("./a.ts");', "./a.ts"],
    ["const a = await import(`./a.ts`);", "./a.ts"],
    ['let a: import("./a.ts").A;', "./a.ts"],
    ['const a = require("./a.ts");', "./a.ts"],
    ['const a = import.meta.resolve("./a.ts");', "./a.ts"],
    ['import a from "./a.json" with { type: "json" };', "./a.json"],
    ['const a = `\u0024{await import("./a.ts")}`;', "./a.ts"],
  ] as const;
  for (const [text, specifier] of ways) {
    test(`found: ${JSON.stringify(text)}`, () => {
      expect(specifiers(text)).to.deep.equal([specifier]);
    });
  }

  test("a comment, a string and a method are no imports", () => {
    const text = '// import "./a.ts";\nconst a = \'import "./a.ts"\';\nthis.import("./a.ts");';
    expect(specifiers(text)).to.deep.equal([]);
  });

  test("a computed name is returned as null", () => {
    expect(specifiers("await import(name);")).to.deep.equal([null]);
  });

  test("line numbers start at 1 and include comments and templates", () => {
    const text = '/* one\ntwo */\nconst a = `\n`;\nimport {\n  b,\n} from "./b.ts";\nimport "./c.ts";\n';
    expect(importsOf(text).map(({ line }) => line)).to.deep.equal([7, 8]);
  });
});
