import { suite, test } from "node:test";
import { expect } from "chai";
import { sqliteFailure } from "./sqlite-failure.ts";
import { StoreFailure } from "./store-failure.ts";

function converted(errcode: number): StoreFailure {
  return sqliteFailure(Object.assign(new Error("its words"), { errcode }), "/a.db");
}

suite("SQLite errors", () => {
  test("map to one failure code, whatever the details", () => {
    const meanings = {
      // SQLITE_READONLY_DBMOVED, SQLITE_IOERR_FSYNC, SQLITE_CORRUPT_INDEX and SQLITE_TOOBIG.
      1032: ["refused", "the store /a.db is read-only (SQLite: its words)"],
      1034: ["lost", "the store /a.db cannot be relied on: its disk fails (SQLite: its words)"],
      779: ["lost", "the store /a.db is damaged (SQLite: its words)"],
      18: ["refused", "the store /a.db refuses the operation (SQLite: its words)"],
    };
    for (const [code, expected] of Object.entries(meanings)) {
      const { code: meaning, message } = converted(Number(code));
      expect([meaning, message]).to.deep.equal(expected);
    }
  });

  test("differ from programming errors and from store failures, which are not converted", () => {
    const mistake = new TypeError("oops");
    expect(() => sqliteFailure(mistake, "/a.db")).to.throw(mistake);
    const existing = new StoreFailure("foreign", "existing");
    expect(sqliteFailure(existing, "/a.db")).to.equal(existing);
  });
});
