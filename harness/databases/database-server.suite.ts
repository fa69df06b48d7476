import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "./database-server.ts";

/** What every {@link DatabaseServer} keeps, however it came to be. */
export function databaseServerSuite(name: string, open: () => Promise<DatabaseServer>): void {
  describe(`${name} as a database server`, () => {
    let server: DatabaseServer;
    before(async () => {
      server = await open();
    });
    after(() => server[Symbol.asyncDispose]());

    test("accepts the right password, however it is spelt, and no other", async () => {
      await server.run([`CREATE ROLE "O'Hara / 50%" LOGIN PASSWORD 'p@ss:w/o"r''d %41 ü'`]);
      expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd %41 ü`)).to.equal(true);
      expect(await server.accepts("O'Hara / 50%", `p@ss:w/o"r'd A ü`)).to.equal(false);
      expect(await server.accepts("O'Hara / 50%", "")).to.equal(false);
      expect(await server.accepts("no such user", "x")).to.equal(false);
    });

    test("refuses who may not log in, or no longer, and lets in who may again", async () => {
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

    test("a login that fails for another reason is a fault", async () => {
      await server.run(["CREATE ROLE crowd LOGIN PASSWORD 'secret' CONNECTION LIMIT 0"]);
      await assert.rejects(server.accepts("crowd", "secret"), /too many connections for role "crowd"/);
    });

    test("statements take effect one by one, until one is refused", async () => {
      const statements = [
        "CREATE TABLE mark (word text)",
        "INSERT INTO mark VALUES ('a'), (NULL)",
        "oops",
        "DROP TABLE mark",
      ];
      await assert.rejects(server.run(statements), /syntax error at or near "oops"/);
      expect(await server.column("SELECT word, 1 FROM mark ORDER BY word")).to.deep.equal(["a", ""]);
    });

    test("yields the first column as the server spells it", async () => {
      expect(await server.column("SELECT true")).to.deep.equal(["t"]);
      expect(await server.column("SELECT 1 WHERE false")).to.deep.equal([]);
      expect(await server.column("SELECT rolvaliduntil FROM pg_roles WHERE rolname = 'late'")).to.deep.equal([
        "infinity",
      ]);
    });

    test("answers, also to who is refused", async () => {
      expect(await server.answers()).to.equal(true);
    });

    test("its address for others differs in nothing but the credentials", async () => {
      const url = new URL(server.urlFor("O'Hara / 50%", "a/b"));
      const own = new URL(server.url);
      expect([url.host, url.pathname]).to.deep.equal([own.host, own.pathname]);
      expect([url.username, url.password].map(decodeURIComponent)).to.deep.equal(["O'Hara / 50%", "a/b"]);
    });
  });
}
