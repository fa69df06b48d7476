import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-report-"));
after(() => rmSync(directory, { recursive: true }));
const file = join(directory, "file");
writeFileSync(file, "");
mkdirSync(join(directory, "there"));

test("an existing or missing folder is accepted, and a missing one is not created", () => {
  for (const name of ["there", "new", "new/er", "there/new"]) {
    const folder = reportFolder(name, directory);
    expect(folder).to.equal(join(directory, name));
    expect(existsSync(folder)).to.equal(name === "there");
  }
});

test("a file at the path or above it is a usage error of one line", () => {
  expect(() => reportFolder("file", directory)).to.throw(Failure, "--report must name a folder; file is a file");
  expect(() => reportFolder("file/a/b", directory))
    .to.throw(Failure, `--report must name a folder; file/a/b would be below ${file}, which is a file`)
    .and.have.property("exitCode", 64);
});
