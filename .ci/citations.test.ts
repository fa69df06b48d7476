import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { parseSync } from "oxc-parser";
import { type CitingText, deadCitations, type Sources } from "./citations/dead-citations.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const read = (path: string) => readFileSync(checkoutRoot + path, "utf8");

const files = globSync(["*", "*/**/*.*", ".ci/**/*.*"], {
  cwd: checkoutRoot,
  exclude: ["node_modules", "report", ".types", "**/node_modules"],
});
const tables = ["spec/requirements.tsv", "spec/own-rules.tsv", "spec/wire-rules.tsv"];
const ids = tables
  .flatMap((table) => read(table).trimEnd().split("\n").slice(1))
  .map((row) => row.split("\t")[0] ?? "");
const sources: Sources = { files: new Set(files), ids: new Set(ids), read };

function citingTexts(path: string): readonly CitingText[] {
  const text = read(path);
  if (!/\.[jt]s$/.test(path)) return [{ path, line: 1, text }];
  const lineAt = (start: number) => text.slice(0, start).split("\n").length;
  const names = text.matchAll(/\b(?:test|suite)\(\s*(["'`])(.*?)\1,/g);
  return [
    ...parseSync(path, text).comments.map(({ value, start }) => ({ path, line: lineAt(start), text: value })),
    ...Array.from(names, ({ 2: name = "", index }) => ({ path, line: lineAt(index), text: name })),
  ];
}

suite("every citation names a file, section, decision, requirement or rule of this repository", () => {
  test("in comments, test names, documents, features, tables and transcripts", () => {
    // Rename maps contain previous paths.
    const isCiting = (path: string) =>
      /\.(?:md|tsv|feature|txt|ts|js|py|go)$/.test(path) && !/^\.ci\/renames\/.*\.tsv$/.test(path);
    const texts = files.filter(isCiting).flatMap(citingTexts);
    expect(texts.length).to.be.above(5000);
    const found = texts.flatMap((text) => deadCitations(text, sources));
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  const known: Sources = {
    files: new Set(["README.md", "docs/a.md", "docs/decisions/0007-x.md", "spec/b.tsv", "engine/api/c.ts", "d/e.md"]),
    ids: new Set(["DB-ROLE-01", "OWN-LEAD-06", "W3.6-01", "F1.5-02"]),
    read: () => "# A\n\n## Who may ask\n",
  };
  const deadIn = (text: string) => deadCitations({ path: "docs/a.md", line: 1, text }, known);

  for (const text of [
    "reference-wire.md, section 2",
    "Source: docs/gone.md.",
    "[gone](../gone.md)",
    "`e.md` without its folder",
    'docs/a.md, "Who may not ask"',
    'docs/a.md,\n * "Who may not ask"',
    "engine/api/gone.ts",
    "decision 0008",
    "DB-ROLE-02",
    "DB-ROLE-01, -02",
    "W3.6-02",
  ]) {
    test(`"${text.replace("\n", " ")}" is reported`, () => {
      expect(deadIn(text)).to.have.length(1);
    });
  }

  for (const text of [
    "docs/a.md and /docs/a.md, a.md, b.tsv, README.md",
    "[the read me](../README.md#start)",
    'docs/a.md, "Who may ask"',
    'docs/a.md,\n * "Who may ask"',
    "api/c.ts, engine/api/c.ts and ../engine/api/c.ts",
    "decision 0007, docs/decisions/0007",
    "DB-ROLE-01, OWN-LEAD-06, W3.6-01, F1.5-02",
    "SCRAM-SHA-256, CVE-2025-11621, UTF-8",
    "https://example.org/x/readme.md?a",
    "*.md",
  ]) {
    test(`"${text.replace("\n", " ")}" is not`, () => {
      expect(deadIn(text)).to.deep.equal([]);
    });
  }

  test("a broken citation is reported with its file and line", () => {
    const text = "* Fine.\n * Source: gone.md, and\n * DB-ROLE-02.";
    expect(deadCitations({ path: "engine/api/c.ts", line: 5, text }, known)).to.deep.equal([
      "engine/api/c.ts:6: gone.md",
      "engine/api/c.ts:7: DB-ROLE-02",
    ]);
  });
});
