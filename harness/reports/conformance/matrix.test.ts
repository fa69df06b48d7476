import { suite, test } from "node:test";
import { expect } from "chai";
import { readRequirements } from "#harness/reports/requirements.ts";
import { matrixFiles } from "./matrix.ts";
import { sampleReport } from "./report.suite.ts";

const requirements = readRequirements();
const hostile = `<script>alert(1)</script>"&'../../x`;

function matrixOf(...names: readonly string[]) {
  return matrixFiles(
    names.map((name, index) => sampleReport(index === 0 ? { "DB-ROLE-01": "broken" } : {}, name)),
    requirements,
  );
}

suite("a matrix of reports", () => {
  test("has a row for each requirement with the verdict of each implementation", () => {
    const { "index.html": page = "" } = matrixOf("ours", "theirs");
    for (const id of requirements.keys()) expect(page).to.contain(`<tr id="${id}"`);
    expect(page).to.contain('<tr id="DB-ROLE-01" data-profile="database" data-verdicts="broken|held">');
    expect(page).to.contain('<a href="#DB-ROLE-01">');
  });

  test("has a badge for each implementation, and one for each of its profiles", () => {
    const files = matrixOf("ours", "ours");
    expect(Object.keys(files).filter((path) => path.endsWith(".svg"))).to.have.length(12);
    expect(files["badges/1-ours-database.svg"]).to.contain("<title>database: failed</title>");
    expect(files["badges/2-ours-database.svg"]).to.contain("<title>database: conformant</title>");
  });

  test("has the result of all profiles on the badge of an implementation", () => {
    const resultOf = (verdicts: Parameters<typeof sampleReport>[0]) =>
      /<title>ours: (\w+)</.exec(
        matrixFiles([sampleReport(verdicts, "ours")], requirements)["badges/1-ours.svg"] ?? "",
      )?.[1];
    expect(resultOf({})).to.equal("conformant");
    expect(resultOf({ "DB-ROLE-01": "not played" })).to.equal("partial");
    expect(resultOf({ "DB-ROLE-01": "not played", "REPL-DATA-01": "broken" })).to.equal("failed");
  });

  test("shows all texts of a report as text, and draws long names in part", () => {
    const report = structuredClone(sampleReport({ "DB-ROLE-01": "not played" }, hostile.repeat(9)));
    const texts = JSON.parse(JSON.stringify(report), (key, value) =>
      ["version", "at", "release", "reason", "suite"].includes(key) && value !== null ? hostile : value,
    );
    const files = matrixFiles(
      [
        {
          ...texts,
          profiles: report.profiles,
          verdicts: { ...texts.verdicts, [hostile]: texts.verdicts["DB-ROLE-01"] },
        },
      ],
      requirements,
    );
    for (const [path, text] of Object.entries(files)) {
      expect(text, path).to.not.contain("<script>alert").and.not.contain(`"&'`);
      expect(text.match(/<script>/g) ?? [], path).to.have.length(path === "index.html" ? 1 : 0);
    }
    expect(files["index.html"]).to.contain("A requirement of an earlier suite.");
    const own = Object.entries(files).find(([path]) => /^badges.1-[a-z0-9-]*[a-z0-9]\.svg$/.test(path))?.[1];
    expect(own)
      .to.match(/^<svg [^<>]* width="\d{3}"/)
      .and.contain("…");
  });

  test("shows names of targets as text, and uses no other characters of them in paths", () => {
    const files = matrixOf(hostile);
    expect(files["index.html"]).to.not.contain("<script>alert").and.not.contain("\"&'");
    expect(files["index.html"]).to.contain("&lt;script&gt;alert(1)&lt;/script&gt;");
    for (const path of Object.keys(files)) expect(path).to.match(/^(?:index\.html|badges\/[a-z0-9-]+\.svg)$/);
  });

  test("loads nothing, and runs only its own script", () => {
    const { "index.html": page = "" } = matrixOf("ours");
    expect(page).to.match(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[^']+'; img-src data:"/);
    expect(page.match(/<script>/g)).to.have.length(1);
    expect(page).to.not.match(/\b(?:src|href)="(?:https?:)?\/\//);
  });

  test("distinguishes requirements that a report's suite does not have", () => {
    const report = structuredClone(sampleReport()) as { verdicts: Record<string, unknown> };
    delete report.verdicts["DB-ROLE-01"];
    const { "index.html": page = "" } = matrixFiles([report as never], requirements);
    expect(/<tr id="DB-ROLE-01".*?<\/tr>/s.exec(page)?.[0]).to.contain("not in its suite");
  });
});
