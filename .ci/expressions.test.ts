import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { check } from "recheck";
import { type Expression, expressions } from "./expressions/find.ts";

const { literals, built } = expressions();
const found = new Set(literals.map(({ text }) => text));
const places = new Set(literals.map(located));
/** Expressions that are known to be linear. They are listed because recheck takes long. */
const linear = new Set(linesOf("linear.txt"));
/**
 * Reasons for exceptions by location: expressions that recheck does not consider linear. `builtExpressions` has the
 * reasons for expressions that are built at run time.
 */
const exceptions = reasonsIn("exceptions.tsv");
const builtExpressions = reasonsIn("built.tsv");

suite("a regular expression takes linear time", () => {
  const others = literals.filter((one) => !linear.has(one.text) && !exceptions.has(located(one)));
  for (const text of new Set(others.map(({ text }) => text))) {
    test(`${text}, which then becomes a line of .ci/expressions/linear.txt`, async () => {
      expect(await judged(text), "or it is an exception, with its reason").to.equal("safe");
      expect.fail("it is linear, and its line is missing");
    });
  }

  test("the list contains no removed expression", () => {
    expect([...linear].filter((text) => !found.has(text))).to.deep.equal([]);
    expect([...exceptions.keys()].filter((place) => !places.has(place))).to.deep.equal([]);
  });

  test("expressions that are built are listed, each with a reason", () => {
    expect([...new Set(built.map(located))].toSorted()).to.deep.equal([...builtExpressions.keys()].toSorted());
  });

  test("a nonlinear expression is reported, and a linear one passes", { timeout: 120_000 }, async () => {
    expect(await judged(String.raw`/\s+$/`)).to.equal("vulnerable");
    expect(await judged(String.raw`/"(?:[^"\\]|\\.)*"/`)).to.equal("vulnerable");
    expect(await judged(String.raw`/^\s+$/`)).to.equal("safe");
  });
});

async function judged(text: string): Promise<string> {
  process.env.RECHECK_BACKEND = "pure";
  const end = text.lastIndexOf("/");
  // recheck does not support the flag `d`, which does not affect the complexity.
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
