import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, suite, test } from "node:test";
import { expect } from "chai";
import { failure } from "./durable-store.suite.ts";
import { sqliteStore } from "./sqlite.ts";
import { openForWriting } from "./sqlite-file.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-sqlite-"));
after(() => rm(folder, { recursive: true }));

function other(name: string, statements: string): string {
  const file = join(folder, name);
  using database = new DatabaseSync(file);
  database.exec(statements);
  return file;
}

suite("the file of a SQLite store", () => {
  test("is synchronised after every transaction, unless configured otherwise", () => {
    for (const [synchronous, level] of [
      ["full", 2],
      ["normal", 1],
    ] as const) {
      using database = openForWriting(join(folder, `${synchronous}.db`), { synchronous, maxPages: 100 });
      expect(database.prepare("PRAGMA synchronous").get()).to.deep.equal({ __proto__: null, synchronous: level });
      expect(database.prepare("PRAGMA journal_mode").get()).to.deep.equal({ __proto__: null, journal_mode: "wal" });
    }
  });

  test("and the files beside it are readable by the owner only", async () => {
    const file = join(folder, "rights.db");
    await using store = await sqliteStore({ file });
    await store.commit([{ key: "a", value: "1" }]);
    for (const name of [file, `${file}-wal`, `${file}-shm`, `${file}-lock`])
      expect(statSync(name).mode & 0o077, name).to.equal(0);
  });

  test("is refused unchanged if it belongs to another program or release, or is not a database", async () => {
    const files = {
      [other("notes.db", "CREATE TABLE notes (text)")]: /is the database of another program$/,
      [other("signed.db", "PRAGMA application_id = 7")]: /is the database of another program$/,
      [other("later.db", "PRAGMA application_id = 0x556e6473; PRAGMA user_version = 2; CREATE TABLE entry (a)")]:
        /was made by another release; this one reads layout 1$/,
    };
    const text = join(folder, "text.db");
    writeFileSync(
      text,
      "no database, but longer than the header of one would be: a hundred bytes, and then some more of them",
    );
    files[text] = /is not a SQLite database/;
    for (const [file, message] of Object.entries(files)) {
      const before = statSync(file).size;
      const refusal = await failure(sqliteStore({ file }));
      expect(refusal.message).to.match(message).and.include(file);
      expect(refusal.code).to.equal("foreign");
      expect(statSync(file).size).to.equal(before);
    }
  });

  test("is refused if its path is not a file in an existing folder", async () => {
    const nowhere = await failure(sqliteStore({ file: join(folder, "nowhere", "a.db") }));
    expect(nowhere.message).to.match(/nowhere\/a\.db cannot be opened: its folder does not exist$/);
    const isFolder = await failure(sqliteStore({ file: folder }));
    expect(isFolder.message).to.match(/cannot be opened: it is a folder$/);
    expect([nowhere.code, isFolder.code]).to.deep.equal(["unreachable", "unreachable"]);
  });

  test("that is full refuses writes until something is deleted, and keeps its data", async () => {
    const file = join(folder, "full.db");
    await using store = await sqliteStore({ file, maxPages: 64 });
    await store.commit([
      { key: "a", value: "kept" },
      { key: "b", value: "x".repeat(150_000) },
    ]);
    const refusal = await failure(
      store.commit([
        { key: "a", value: "half" },
        { key: "c", value: "x".repeat(150_000) },
      ]),
    );
    expect(refusal).to.include({
      code: "full",
      message: `the store ${file} is full (SQLite: database or disk is full)`,
    });
    expect(await store.read("a")).to.equal("kept");
    await store.commit([{ key: "b", value: null }]);
    await store.commit([{ key: "c", value: "x".repeat(150_000) }]);
    expect((await store.range({ prefix: "" })).map(([key]) => key)).to.deep.equal(["a", "c"]);
  });

  test("has a write-ahead log of bounded size", async () => {
    const file = join(folder, "log.db");
    await using store = await sqliteStore({ file });
    for (let round = 0; round < 300; round += 1)
      await store.commit([{ key: "a", value: String(round).repeat(20_000) }]);
    expect(statSync(`${file}-wal`).size).to.be.lessThan(8 * 1024 * 1024);
  });
});
