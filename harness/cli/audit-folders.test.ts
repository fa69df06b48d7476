import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { expect } from "chai";
import { auditFoldersFor } from "#harness/cli/audit-folders.ts";

test("audit folders of SQLite stores are beside the stores, one for each cluster", async () => {
  for (const [store, folder] of [
    ["sqlite:data/a.db", "data/a-Oslo-audit"],
    ["sqlite:data/{cluster}.db?synchronous=normal", "data/Oslo-audit"],
    ["sqlite:data/{cluster}/store.db", "data/Oslo/store-audit"],
  ] as const) {
    await using folders = auditFoldersFor({ store, auditFolders: undefined });
    expect(folders.of("Oslo"), store).to.deep.equal([resolve(folder)]);
    expect(folders.of("Lima"), store).not.to.deep.equal(folders.of("Oslo"));
  }
});

test("folders named by an operator serve all clusters and are not removed", async () => {
  const named = await mkdtemp(join(tmpdir(), "audit-folders-"));
  {
    await using folders = auditFoldersFor({ store: "memory", auditFolders: [named, "/b"] });
    expect(folders.of("Oslo")).to.deep.equal([named, "/b"]);
  }
  expect((await stat(named)).isDirectory()).to.equal(true);
  await rm(named, { recursive: true });
});

for (const store of ["memory", "postgres://u:p@127.0.0.1/x"]) {
  test(`audit folders of clusters with ${store.split(":")[0]} stores are temporary, one for each cluster`, async () => {
    const folders = auditFoldersFor({ store, auditFolders: undefined });
    const [oslo = "", lima = ""] = [folders.of("Oslo")[0], folders.of("Lima")[0]];
    expect(oslo.startsWith(tmpdir()) && oslo !== lima).to.equal(true);
    await mkdir(oslo, { recursive: true });
    await folders[Symbol.asyncDispose]();
    expect(await stat(oslo).catch((error: NodeJS.ErrnoException) => error.code)).to.equal("ENOENT");
  });
}
