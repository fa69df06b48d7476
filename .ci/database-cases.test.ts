import { existsSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const checkoutRoot = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(checkoutRoot + path, "utf8");

/**
 * Numbers of the issues and items that the table must contain (the reference's facts, 5.3 and 5.4, about databases).
 */
const expected: readonly string[] = [
  ..."8105 8106 16534 12563 29537 28989 7501 7502 7222 21967 30610 6042 8782 21935".split(" ").map((id) => `#${id}`),
  ..."3464 4846 6100 14296 29392".split(" ").map((id) => `#${id}`),
  ...["vault-config-operator 131", "provider-vault 38", "web-unified-docs 2861"],
  ...[1, 18, 19, 20, 21, 22, 23, 24, 25].map((item) => `facts ${item}`),
];

const rows = read("docs/database-cases.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| case"))
  .map((line) => {
    const [cases = "", , shown = ""] = line.replace(/^\| | \|$/g, "").split(" | ");
    return { cases, shown };
  });

/**
 * Returns the scenarios and tests in a table cell: a file in backquotes, `›`, and a title that ends with the clause.
 */
function placesIn(text: string): readonly (readonly [file: string, name: string])[] {
  return [...text.matchAll(/`([^`]+)` › (.+?)(?=\)|; the moments|$)/g)].map(([, file = "", name = ""]) => [file, name]);
}

/** True if the file is a feature with a scenario of this name, or a test file with a test of this name. */
function isThere(file: string, name: string): boolean {
  if (!existsSync(checkoutRoot + file)) return false;
  const names = file.endsWith(".feature")
    ? [...read(file).matchAll(/^\s*Scenario(?: Outline)?: (.*)$/gm)].map(([, title]) => title)
    : [...read(file).matchAll(/\btest\(\s*(["`'])(.*?)\1,/g)].map(([, , title]) => title);
  return names.includes(name);
}

suite("the cases of database credentials", () => {
  test("are all in the table", () => {
    const listed = rows.flatMap(({ cases }) => cases.split(", "));
    expect(expected.filter((one) => !listed.includes(one))).to.deep.equal([]);
  });

  test("each have an existing scenario or test", () => {
    const nowhere = rows.flatMap(({ cases, shown }) => {
      const places = placesIn(shown);
      const wrong = places.filter(([file, name]) => !isThere(file, name)).map((place) => place.join(" › "));
      return places.length === 0 ? [cases] : wrong;
    });
    expect(nowhere).to.deep.equal([]);
  });
});
