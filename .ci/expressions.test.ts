import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { check } from "recheck";
import { type Expression, expressionsIn } from "./expressions/find.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const { literals, built } = expressionsIn(folder);
const found = new Set(literals.map(({ text }) => text));
const places = new Set(literals.map(located));
/** Those that were found to be linear: each takes recheck a second or more. */
const linear = new Set(linesOf("linear.txt"));
/** By place, why an expression may stay that recheck does not find linear, and of what one is built. */
const exceptions = reasonsIn("exceptions.tsv");
const builtExpressions = reasonsIn("built.tsv");

suite("a regular expression takes a time that grows as its input does", () => {
  const others = literals.filter((one) => !linear.has(one.text) && !exceptions.has(located(one)));
  for (const text of new Set(others.map(({ text }) => text))) {
    test(`${text}, which then becomes a line of .ci/expressions/linear.txt`, async () => {
      expect(await judged(text), "or it is an exception, with its reason").to.equal("safe");
      expect.fail("it is linear, and its line is missing");
    });
  }

  test("no line is left of one that is gone", () => {
    expect([...linear].filter((text) => !found.has(text))).to.deep.equal([]);
    expect([...exceptions.keys()].filter((place) => !places.has(place))).to.deep.equal([]);
  });

  test("those that are built are known, each with a reason", () => {
    expect([...new Set(built.map(located))].toSorted()).to.deep.equal([...builtExpressions.keys()].toSorted());
  });

  test("one that is not linear is found out, and one that is passes", { timeout: 120_000 }, async () => {
    expect(await judged(String.raw`/\s+$/`)).to.equal("vulnerable");
    expect(await judged(String.raw`/"(?:[^"\\]|\\.)*"/`)).to.equal("vulnerable");
    expect(await judged(String.raw`/^\s+$/`)).to.equal("safe");
  });
});

/** What recheck, written in JavaScript, says of an expression as it is written in code. */
async function judged(text: string): Promise<string> {
  process.env.RECHECK_BACKEND = "pure";
  const end = text.lastIndexOf("/");
  // It does not know the flag that asks for places, which costs no more.
  const flags = text.slice(end + 1).replace("d", "");
  const { status } = await check(text.slice(1, end), flags, { timeout: 60_000 });
  return status;
}

function located({ file, text }: Expression): string {
  return `${file}: ${text}`;
}

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`expressions/${name}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
}

function reasonsIn(name: string): ReadonlyMap<string, string> {
  return new Map(
    linesOf(name).map((line) => {
      const [place = "", reason = ""] = line.split("\t");
      if (reason === "") throw new Error(`${name} has no reason for ${place}`);
      return [place, reason];
    }),
  );
}
