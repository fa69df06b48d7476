import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { writeMatrix } from "#harness/cli/conformance-matrix.ts";
import { checkConformance } from "#harness/cli/conformance-reports.ts";
import { Failure } from "#harness/cli/failure.ts";
import { sampleReport } from "#harness/reports/conformance/report.suite.ts";

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), "understudy-conformance-"));
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  write("good.json", JSON.stringify(sampleReport({ "DB-ROLE-01": "broken" }, "ours")));
  write("bad.json", JSON.stringify({ ...sampleReport(), suite: "9.9" }));
  write("text.json", "no report\u001b[31m");
  write("huge.json", "");
  symlinkSync("missing.json", join(directory, "dangling.json"));
  symlinkSync("loop.json", join(directory, "loop.json"));
  truncateSync(join(directory, "huge.json"), 50_000_001);
});
after(() => rmSync(directory, { recursive: true }));

function context() {
  const lines: string[] = [];
  return { lines, directory, stdout: { write: (text: string) => lines.push(text) } };
}

suite("conformance check", () => {
  test("accepts a report, and prints the results of its profiles", () => {
    const { lines, ...shell } = context();
    expect(checkConformance(["good.json"], shell)).to.equal(0);
    expect(lines.join("")).to.match(/^✔ good\.json: ours, suite \d+\.\d+: core conformant, database failed, /);
  });

  test("ends with 1 if one of several reports is invalid, and names its problems", () => {
    const { lines, ...shell } = context();
    expect(checkConformance(["bad.json", "good.json", "text.json"], shell)).to.equal(1);
    expect(lines.join("")).to.match(/^✘ bad\.json: suite: "9\.9" is unknown/);
    expect(lines.join(""))
      .to.contain("\n✔ good.json")
      .and.contain("\n✘ text.json: is not JSON")
      .and.not.contain("\u001b");
  });

  for (const [file, message] of [
    ["none.json", "none.json cannot be read: ENOENT"],
    [".", ". is not a file"],
    ["/dev/zero", "/dev/zero is not a file"],
    ["dangling.json", "dangling.json cannot be read: ENOENT"],
    ["loop.json", "loop.json cannot be read: ELOOP"],
    ["good.json/x", "good.json/x cannot be read: ENOTDIR"],
    ["huge.json", "huge.json has more than 50 MB"],
  ] as const) {
    test(`refuses ${file}`, () => {
      expect(() => checkConformance([file], context())).to.throw(Failure, message);
    });
  }
});

suite("conformance matrix", () => {
  test("writes a page and badges, which everyone may read", () => {
    const { lines, ...shell } = context();
    writeMatrix({ files: ["good.json", "good.json"], output: "matrix" }, shell);
    expect(lines).to.deep.equal(["matrix: matrix/index.html\n"]);
    expect(readFileSync(join(directory, "matrix/index.html"), "utf8")).to.contain(">ours<");
    expect(existsSync(join(directory, "matrix/badges/2-ours-core.svg"))).to.equal(true);
  });

  test("refuses an invalid report, and a folder that is a file, and writes nothing", () => {
    const { lines: _, ...shell } = context();
    const invalid = () => writeMatrix({ files: ["good.json", "bad.json"], output: "other" }, shell);
    expect(invalid).to.throw(Failure, /^bad\.json: suite: "9\.9" is unknown.*; see understudy conformance check$/);
    expect(existsSync(join(directory, "other"))).to.equal(false);
    const file = () => writeMatrix({ files: ["good.json"], output: "good.json" }, shell);
    expect(file).to.throw(Failure, "--output must name a folder; good.json is a file");
  });
});
