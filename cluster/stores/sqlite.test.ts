import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { storeSuite } from "#engine/ports/store.suite.ts";
import { durableStoreSuite } from "./durable-store.suite.ts";
import { sqliteStore } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-sqlite-"));
after(() => rm(folder, { recursive: true }));
let files = 0;

function newFile(): string {
  files += 1;
  return join(folder, `${files}.db`);
}

storeSuite("SQLite", () => sqliteStore({ file: newFile() }));
durableStoreSuite("SQLite", async () => {
  const file = newFile();
  return { open: () => sqliteStore({ file }), name: file };
});
