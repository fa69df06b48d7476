import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "./database-server.ts";

export function databaseServerSuite(name: string, open: () => Promise<DatabaseServer>): void {
  describe(`${name} as a database server`, () => {
    let server: DatabaseServer;
    before(async () => {
      server = await open();
    });
    after(() => server[Symbol.asyncDispose]());

    test("accepts the right password, with any characters, and rejects others", async () => {
      await server.run([`CREATE ROLE "O'Hara / 50%" LOGIN PASSWORD 'p@ss:w/o"r''d %41 ü'`]);
      expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd %41 ü`)).to.equal(true);
      expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd A ü`)).to.equal(false);
      expect(await server.accepts("O'Hara / 50%", "")).to.equal(false);
      expect(await server.accepts("no such user", "x")).to.equal(false);
    });

    test("rejects a user that may not log in or has expired, and accepts it when that changes", async () => {
      await server.run([
        "CREATE ROLE idle PASSWORD 'secret'",
        "CREATE ROLE late LOGIN PASSWORD 'secret' VALID UNTIL '2001-01-01'",
      ]);
      expect(await server.accepts("idle", "secret")).to.equal(false);
      expect(await server.accepts("late", "secret")).to.equal(false);
      await server.run(["ALTER ROLE idle LOGIN", "ALTER ROLE late VALID UNTIL 'infinity'"]);
      expect(await server.accepts("idle", "secret")).to.equal(true);
      expect(await server.accepts("late", "secret")).to.equal(true);
    });

    test("a login that fails for another reason is an error", async () => {
      await server.run(["CREATE ROLE crowd LOGIN PASSWORD 'secret' CONNECTION LIMIT 0"]);
      await assert.rejects(server.accepts("crowd", "secret"), /too many connections for role "crowd"/);
    });

    test("statements take effect one by one until one fails", async () => {
      const statements = [
        "CREATE TABLE mark (word text)",
        "INSERT INTO mark VALUES ('a'), (NULL)",
        "oops",
        "DROP TABLE mark",
      ];
      await assert.rejects(server.run(statements), /syntax error at or near "oops"/);
      expect(await server.column("SELECT word, 1 FROM mark ORDER BY word")).to.deep.equal(["a", ""]);
    });

    test("returns the first column in the server's text format", async () => {
      expect(await server.column("SELECT true")).to.deep.equal(["t"]);
      expect(await server.column("SELECT 1 WHERE false")).to.deep.equal([]);
      expect(await server.column("SELECT rolvaliduntil FROM pg_roles WHERE rolname = 'late'")).to.deep.equal([
        "infinity",
      ]);
    });

    test("is available", async () => {
      expect(await server.answers()).to.equal(true);
    });

    test("an address for another user differs only in the credentials", async () => {
      const url = new URL(server.urlFor("O'Hara / 50%", "a/b"));
      const own = new URL(server.url);
      expect([url.host, url.pathname]).to.deep.equal([own.host, own.pathname]);
      expect([url.username, url.password].map(decodeURIComponent)).to.deep.equal(["O'Hara / 50%", "a/b"]);
    });
  });
}
