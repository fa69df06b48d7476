import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { parseTarget, readTarget } from "./target-file.ts";
import { TargetProblem } from "./target-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-target-"));
after(() => rmSync(folder, { recursive: true }));

const page = readFileSync(new URL("../../docs/targets.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => text);
const refusals = [...page.matchAll(/^\| `([{[].*?[}\]])` \| `(.*)` \|$/gm)].map(([, text = "", said = ""]) => ({
  text,
  said,
}));

suite("the page on targets", () => {
  test("contains examples and error messages", () => {
    expect(examples).to.have.length(5);
    expect(refusals).to.have.length(20);
  });

  for (const [index, text] of examples.entries()) {
    test(`example ${index + 1} is a valid target file`, () => {
      const { name, clusters } = parseTarget(text, "target.json");
      expect(name).not.to.equal("");
      expect(clusters.map((one) => one.name)).to.include("Oslo");
    });
  }

  for (const { text, said } of refusals) {
    test(`says: ${said}`, () => {
      expect(() => parseTarget(text, "f.json")).to.throw(TargetProblem, `target f.json: ${said}`);
    });
  }
});

test("files are relative to the target file, and omitted fields have the documented defaults", () => {
  const file = join(folder, "target.json");
  writeFileSync(file, examples[0] ?? "");
  expect(readTarget(file)).to.deep.equal({
    name: "staging",
    clusters: [
      {
        ...{ name: "Oslo", api: "https://vault.example:8200", link: "https://vault.example:8200" },
        ...{ tokenVariable: "STAGING_TOKEN", caFile: join(folder, "ca.pem"), commands: {} },
      },
    ],
    ...{ reset: "clear", filterKey: "cluster_id", rightToLead: false, ownRules: false },
    ...{ lacks: [], expectedFailures: [], folder },
  });
});

test("an error about a missing or malformed file contains its name", () => {
  const file = join(folder, "none.json");
  expect(() => readTarget(file)).to.throw(TargetProblem, `target ${file} cannot be read: ENOENT`);
  expect(() => parseTarget("{", "f.json")).to.throw(TargetProblem, "target f.json is not JSON: ");
});
