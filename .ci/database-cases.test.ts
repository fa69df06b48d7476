import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "./suite/checkout-root.ts";

const read = (path: string) => readFileSync(checkoutRoot + path, "utf8");

const rows = read("docs/database-cases.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| case"))
  .map((line) => {
    const [cases = "", , shown = ""] = line.replace(/^\| | \|$/g, "").split(" | ");
    return { cases, shown };
  });

function placesIn(text: string): readonly (readonly [file: string, name: string])[] {
  return [...text.matchAll(/`([^`]+)` › (.+?)(?=\)|; the moments|$)/g)].map(([, file = "", name = ""]) => [file, name]);
}

function isThere(file: string, name: string): boolean {
  if (!existsSync(checkoutRoot + file)) return false;
  const names = file.endsWith(".feature")
    ? [...read(file).matchAll(/^\s*Scenario(?: Outline)?: (.*)$/gm)].map(([, title]) => title)
    : [...read(file).matchAll(/\btest\(\s*(["`'])(.*?)\1,/g)].map(([, , title]) => title);
  return names.includes(name);
}

test("the cases of database credentials each have an existing scenario or test", () => {
  const nowhere = rows.flatMap(({ cases, shown }) => {
    const places = placesIn(shown);
    const wrong = places.filter(([file, name]) => !isThere(file, name)).map((place) => place.join(" › "));
    return places.length === 0 ? [cases] : wrong;
  });
  expect(rows).to.not.deep.equal([]);
  expect(nowhere).to.deep.equal([]);
});
