import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { syntaxNodes } from "./dependency-rules/syntax-nodes.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";
import { oldProseIn, oldWordsIn } from "./words/old-words.ts";

const files = globSync(["*.{ts,js}", "*/**/*.{ts,js}", ".ci/**/*.ts"], {
  cwd: checkoutRoot,
  exclude: ["node_modules", "report"],
}).toSorted();

/** Files and names in which an old word is allowed, such as the tables and the names of protocols and records. */
const meant: readonly (readonly [path: string, name: string])[] = [
  [".ci/words/old-words.ts", ""],
  ["engine/replication/machine/record", "withheld"],
  ["harness/stages/earlier-names.ts", "swallow"],
];

/** Files in which an old word of the prose table is allowed, because it has another meaning there or is quoted. */
const meantInProse: readonly (readonly [path: string, word: string])[] = [
  [".ci/words", ""],
  ["CHANGELOG.md", "swallow"],
  ["README.md", "the lead"],
  ["docs/decisions/0006", "nobody"],
  ["harness/databases/unprivileged-user.ts", "nobody"],
  ["harness/stages/earlier-names", "swallow"],
  ["engine/replication/machine/record", "withheld"],
  // Requirements are quoted as the documents have them.
  ["spec/requirements.tsv", "follow"],
  ["spec/suites", "follow"],
];

const texts = globSync(
  [
    "*.md",
    "*/**/*.{ts,js,md,feature,txt,tsv,py,go}",
    ".ci/run",
    ".ci/**/*.{ts,py,go,md}",
    ".vscode/*.json",
    "spec/**/*.json",
  ],
  {
    cwd: checkoutRoot,
    exclude: ["node_modules", "report"],
  },
).toSorted();

suite("comments, messages, features and documents speak the field's words", () => {
  test("in every file", () => {
    expect(texts.length).to.be.above(1000);
    const found = texts.flatMap((path) =>
      readFileSync(checkoutRoot + path, "utf8")
        .split("\n")
        .flatMap((line, index) => oldProseIn(line).map((told) => ({ told, place: `${path}:${index + 1}` })))
        .filter(({ told }) => !meantInProse.some(([where, word]) => path.startsWith(where) && told.startsWith(word)))
        .map(({ told, place }) => `${place}: ${told}`),
    );
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  test("features and documents speak of signed requests and identity documents, not of evidence", () => {
    const told = texts.filter((path) => /\.(?:feature|md)$/.test(path));
    expect(
      told.filter((path) => /(?<!-)\b[Ee]vidence\b/.test(readFileSync(checkoutRoot + path, "utf8"))),
    ).to.deep.equal([]);
  });

  for (const text of ["a follower", "Oslo leads", "a claim to lead", "it follows the new primary"]) {
    test(`"${text}" is found`, () => {
      expect(oldProseIn(text)).to.have.length(1);
    });
  }

  for (const text of ["it follows from that", "the right to lead", "the audit log of Oslo tells of it"]) {
    test(`"${text}" is none`, () => {
      expect(oldProseIn(text)).to.deep.equal([]);
    });
  }
});

suite("identifiers and names of files are the field's words", () => {
  test("in every file", () => {
    expect(files.length).to.be.above(1000);
    const found = files.flatMap((path) => {
      const names = syntaxNodes(readFileSync(checkoutRoot + path, "utf8")).map(({ name }) => name);
      return [...oldWordsIn(path), ...oldWordsIn(names.join(" "))]
        .filter((told) => !meant.some(([where, name]) => path.startsWith(where) && told.startsWith(name)))
        .map((told) => `${path}: ${told}`);
    });
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  test("in the names of features, documents, lists and folders, too", () => {
    const found = texts.flatMap((path) => oldWordsIn(path).map((told) => `${path}: ${told}`));
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  for (const [name, told] of [
    ["pathsMost", "pathsMost: say max…, min…"],
    ["Soon", "Soon: say MaybePromise"],
  ] as const) {
    test(`${name} is found`, () => {
      expect(oldWordsIn(`const ${name} = 1;`)).to.deep.equal([told]);
    });
  }

  for (const name of ["most", "atMost", "RecentLines", "departed"]) {
    test(`${name} is none`, () => {
      expect(oldWordsIn(name)).to.deep.equal([]);
    });
  }
});
