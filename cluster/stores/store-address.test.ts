import { suite, test } from "node:test";
import { expect } from "chai";
import { fileOf, parseStoreAddress } from "./store-address.ts";

suite("the address of a store", () => {
  test("is memory, a file, or a database URL in any notation", () => {
    expect(parseStoreAddress("memory")).to.deep.equal({ kind: "memory" });
    expect(parseStoreAddress("sqlite:/var/lib/a b.db")).to.deep.equal({
      kind: "sqlite",
      file: "/var/lib/a b.db",
      synchronous: "full",
    });
    expect(parseStoreAddress("sqlite:a.db?synchronous=normal")).to.deep.equal({
      kind: "sqlite",
      file: "a.db",
      synchronous: "normal",
    });
    expect(parseStoreAddress("sqlite:a.db?synchronous=full")).to.include({ synchronous: "full" });
    for (const url of ["postgres://ada:pw@db/x", "postgresql://ada:pw@db/x"]) {
      expect(parseStoreAddress(url)).to.deep.equal({ kind: "postgres", url });
      expect(parseStoreAddress(`postgres:${url}`)).to.deep.equal({ kind: "postgres", url });
    }
    expect(parseStoreAddress("postgres:host=db user=ada")).to.deep.equal({ kind: "postgres", url: "host=db user=ada" });
  });

  test("is refused if invalid, with the valid forms and without a quotation", () => {
    const refusals = {
      "": /must be memory, sqlite:FILE or postgres:URL/,
      Memory: /must be memory/,
      "mysql://u:secret@h/d": /must be memory/,
      "sqlite:": /must be memory/,
      "sqlite:folder/secret/": /must name a file/,
      "sqlite:?synchronous=full": /must name a file/,
      "sqlite:a.db?synchronous=secret": /only synchronous=full or synchronous=normal after sqlite:FILE\?/,
      "sqlite:a.db?synchronous=full?secret": /accepts only/,
      "postgres:secret": /is invalid: the connection URL is neither/,
      "postgres://u:secret@h:port/d": /is invalid: the connection URL cannot/,
    };
    for (const [address, message] of Object.entries(refusals)) {
      expect(() => parseStoreAddress(address), address)
        .to.throw(message)
        .and.include({ code: "bad address" })
        .and.have.property("message")
        .that.not.includes("secret");
    }
  });

  test("gives each cluster a file of its own", () => {
    expect(fileOf("/data/store.db", "Oslo")).to.equal("/data/store-Oslo.db");
    expect(fileOf("store", "Oslo")).to.equal("store-Oslo");
    expect(fileOf("/data/{cluster}/{cluster}.db", "Oslo")).to.equal("/data/Oslo/Oslo.db");
  });
});
