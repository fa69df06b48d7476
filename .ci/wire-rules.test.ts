import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "./suite/checkout-root.ts";

const read = (path: string) => readFileSync(checkoutRoot + path, "utf8");

type Rule = Readonly<{ id: string; rule: string; shown: readonly string[] }>;

const [header, ...rows] = read("spec/wire-rules.tsv").trimEnd().split("\n");
const rules: readonly Rule[] = rows.map((row) => {
  const [id = "", rule = "", shown = ""] = row.split("\t");
  return { id, rule, shown: shown.split(" | ") };
});

const transcripts = globSync("engine/golden/transcripts/*.txt", { cwd: checkoutRoot }).map(read).join("\n");
const goldens = idsIn((transcripts.match(/^== .*$/gm) ?? []).map((heading) => heading.split(": ")[0] ?? ""));
const differences = idsIn(read("docs/differences.md").match(/\((?:[WF][\w.-]+(?:,\s)?)+\)/g) ?? []);
const testNames = new Set(
  globSync(["engine/**/*.test.ts", "cluster/**/*.test.ts"], { cwd: checkoutRoot }).flatMap((path) =>
    [...read(path).matchAll(/\btest\(\s*(["`'])(.*?)\1,/g)].map(([, , name]) => name ?? ""),
  ),
);

function idsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(/[WF]\d+(?:\.\d+)?-\d+/g) ?? []));
}

function isShown({ id, shown }: Rule): boolean {
  return shown.every((place) => {
    if (place === "golden") return goldens.has(id);
    if (place === "differs") return differences.has(id);
    return place.startsWith("test: ") && testNames.has(place.slice("test: ".length));
  });
}

suite("the wire rules", () => {
  test("are a table with a unique id in every line", () => {
    expect(header).to.equal("id\trule\tshown");
    expect(new Set(rules.map(({ id }) => id)).size).to.equal(rules.length);
    expect(rules.filter(({ id, rule }) => rule === "" || idsIn([id]).size !== 1)).to.deep.equal([]);
  });

  test("each have the golden example, test or documented difference that the table names", () => {
    expect(rules.filter((rule) => !isShown(rule)).map(({ id, shown }) => `${id}: ${shown.join(" | ")}`)).to.deep.equal(
      [],
    );
  });

  test("that are cited are in the table, which marks them", () => {
    const unsaid = (ids: ReadonlySet<string>, place: string) =>
      [...ids].filter((id) => !rules.some((rule) => rule.id === id && rule.shown.includes(place)));
    expect(unsaid(goldens, "golden")).to.deep.equal([]);
    expect(unsaid(differences, "differs")).to.deep.equal([]);
  });
});
