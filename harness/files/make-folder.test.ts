import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { makeFolder } from "#harness/files/make-folder.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-folder-"));
after(() => rmSync(directory, { recursive: true }));

test("creates a folder and its parents, and accepts an existing one", () => {
  const folder = join(directory, "a", "b", "c");
  for (let time = 1; time <= 2; time++) {
    makeFolder(folder);
    expect(existsSync(folder)).to.equal(true);
  }
});

test("throws if a file is in the way", () => {
  writeFileSync(join(directory, "file"), "");
  expect(() => makeFolder(join(directory, "file"))).to.throw("EEXIST");
  expect(() => makeFolder(join(directory, "file", "a"))).to.throw("EEXIST");
});

test("throws for a path where no folder can be created, without retrying forever", {
  skip: !existsSync("/proc/self"),
}, () => {
  expect(() => makeFolder("/proc/understudy/report")).to.throw("ENOENT");
});
