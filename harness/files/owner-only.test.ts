import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { makeFolder } from "#harness/files/make-folder.ts";
import { writeOwnerOnly } from "#harness/files/owner-only.ts";
import { openToOthers } from "./permissions.suite.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-owner-only-"));
after(() => rmSync(directory, { recursive: true }));

suite("files for their owner only", () => {
  test("are not accessible to others from their creation, including new parent folders", () => {
    makeFolder(join(directory, "a", "b"));
    writeOwnerOnly(join(directory, "a", "b", "file"), "text");
    expect(openToOthers(join(directory, "a"))).to.deep.equal([]);
    expect(readFileSync(join(directory, "a", "b", "file"), "utf8")).to.equal("text");
  });

  test("lose permissions of others and old content if they exist", () => {
    const path = join(directory, "earlier");
    writeFileSync(path, "a longer text", { mode: 0o644 });
    writeOwnerOnly(path, "text");
    expect(openToOthers(directory)).to.deep.equal([]);
    expect(readFileSync(path, "utf8")).to.equal("text");
  });

  test("leave permissions of existing folders and of devices unchanged", () => {
    const folder = join(directory, "shared");
    makeFolder(folder);
    chmodSync(folder, 0o755);
    makeFolder(folder);
    expect(statSync(folder).mode & 0o777).to.equal(0o755);
    const before = statSync("/dev/null").mode;
    writeOwnerOnly("/dev/null", "text");
    expect(statSync("/dev/null").mode).to.equal(before);
  });
});
