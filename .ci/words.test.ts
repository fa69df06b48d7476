import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { sourceText } from "./walls/source-text.ts";
import { oldWordsIn } from "./words/old-words.ts";

const house = fileURLToPath(new URL("../", import.meta.url));
const files = globSync(["*.{ts,js}", "*/**/*.{ts,js}", ".ci/**/*.ts"], {
  cwd: house,
  exclude: ["node_modules", "report"],
}).toSorted();

/** Where a word of the tables is meant: in a protocol's or a record's name, or in a word of the command line. */
const meant: readonly (readonly [path: string, name: string])[] = [
  [".ci/words/old-words.ts", ""],
  ["engine/replication/machine/departing.ts", "farewells"],
  ["engine/replication/machine/primary-heard.ts", "farewellArrives"],
  ["engine/replication/machine/record", "withheld"],
  ["harness/stages/lacking.ts", "swallow"],
  ["scenarios/", ""],
];

suite("identifiers and names of files are the field's words", () => {
  test("in every file", () => {
    expect(files.length).to.be.above(1000);
    const found = files.flatMap((path) => {
      const { code } = sourceText(readFileSync(house + path, "utf8"));
      return [...oldWordsIn(path), ...oldWordsIn(code)]
        .filter((told) => !meant.some(([where, name]) => path.startsWith(where) && told.startsWith(name)))
        .map((told) => `${path}: ${told}`);
    });
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  for (const [name, told] of [
    ["tokenScene", "tokenScene: say context, fixture"],
    ["clear-scene", "scene: say context, fixture"],
    ["heraldsQueue", "heraldsQueue: say change notifier"],
    ["pathsMost", "pathsMost: say max…, min…"],
    ["placeOf", "placeOf: say what it gives back"],
    ["exclusive", "exclusive: say withLock, KeyedMutex"],
  ] as const) {
    test(`${name} is found`, () => {
      expect(oldWordsIn(`const ${name} = 1;`)).to.deep.equal([told]);
    });
  }

  for (const name of ["scenery", "scenario", "most", "atMost", "inTheMost", "unswallowable", "NO_EXCLUSIVE"]) {
    test(`${name} is none`, () => {
      expect(oldWordsIn(name)).to.deep.equal([]);
    });
  }
});
