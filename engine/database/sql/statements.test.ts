import { test } from "node:test";
import { expect } from "chai";
import { growth } from "../../api/requests/growth.suite.ts";
import { splitStatements } from "./statements.ts";

test("texts are split at semicolons, and empty statements are dropped", () => {
  expect(splitStatements(["A; B ;", " ", "C;;D"])).to.deep.equal(["A", "B", "C", "D"]);
});

test("a semicolon inside quotes does not split", () => {
  const statement = `SELECT 'a;''b', "c;d", $x$ e; f $x$, $$;$$`;
  expect(splitStatements([`${statement}; NEXT`])).to.deep.equal([statement, "NEXT"]);
});

test("a text with the word END stays whole, unless the word is quoted or part of another", () => {
  const block = "DO $$ BEGIN PERFORM 1; END $$; SELECT 2";
  expect(splitStatements([block])).to.deep.equal([block]);
  expect(splitStatements(["SELECT 'END'; SELECT ENDING"])).to.deep.equal(["SELECT 'END'", "SELECT ENDING"]);
});

test("unclosed quotes do not lose text", () => {
  expect(splitStatements(["SELECT 'a; b"])).to.deep.equal(["SELECT 'a", "b"]);
});

/** Splits statements with a single regular expression: correct, but slow for unclosed quotes. */
const piece = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^'"$;]+|[\s\S]/g;

test("texts with any quotes are split as by the reference implementation", () => {
  const alphabet = ["'", '"', "$", "$a$", "$$", ";", "a", " ", "END", "1"];
  const random = seeded(7);
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 1 + (random() % 14) }, () => alphabet[random() % alphabet.length]).join("");
    const pieces = text.match(piece) ?? [];
    const isWhole = pieces.some((part) => !/^['"]/.test(part) && /\bEND\b/.test(part));
    const expected = isWhole
      ? [text]
      : pieces
          .map((part) => (part === ";" ? "\0" : part))
          .join("")
          .split("\0");
    expect(splitStatements([text]), text).to.deep.equal(expected.map((one) => one.trim()).filter((one) => one !== ""));
  }
});

for (const [what, make] of [
  ["unclosed dollar quotes", (size: number) => Array.from({ length: size }, (_, i) => `$q${i}$`).join(" ")],
  ["closed dollar quotes", (size: number) => "$$;$$ ".repeat(size)],
  ["single dollar signs", (size: number) => "$ ".repeat(size)],
  ["doubled quotes", (size: number) => `'${"''".repeat(size)} "`],
  ["semicolons", (size: number) => ";".repeat(size)],
] as const) {
  test(`${what} take linear time`, () => {
    const work = (size: number) => {
      const text = make(size);
      return () => void splitStatements([text]);
    };
    expect(growth(work, 8_000)).to.be.below(1.6);
  });
}

test("a quoted text of many megabytes is split", () => {
  const statement = `SELECT '${"x".repeat(16 * 1024 * 1024)}'`;
  expect(splitStatements([`${statement};`])).to.have.length(1);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
