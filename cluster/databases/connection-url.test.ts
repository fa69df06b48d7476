import { suite, test } from "node:test";
import { expect } from "chai";
import { parseConnectionUrl } from "./connection-url.ts";

suite("a PostgreSQL connection URL", () => {
  test("all parts are read, percent-decoded", () => {
    expect(
      parseConnectionUrl("postgresql://a%40b:p%2F%25@db.example:5433/my%20db?sslmode=require&application_name=x"),
    ).to.deep.equal({
      host: "db.example",
      port: 5433,
      user: "a@b",
      password: "p/%",
      database: "my db",
      applicationName: "x",
      encryption: "any",
    });
  });

  test("what is left out is PostgreSQL's default", () => {
    expect(parseConnectionUrl("postgres://ada@[::1]")).to.include({
      host: "::1",
      port: 5432,
      user: "ada",
      password: "",
      database: "ada",
      encryption: "none",
    });
  });

  test("keywords take passwords as they are", () => {
    const parts = { host: "h", port: 5433, user: "ada", password: "p@ss/w%rd", database: "d", encryption: "none" };
    expect(parseConnectionUrl("host=h port=5433 user=ada password=p@ss/w%rd dbname=d sslmode=disable")).to.include(
      parts,
    );
    expect(parseConnectionUrl(" host = h port=5433\tuser='ada' password = 'p@ss/w%rd'  dbname=d ")).to.include(parts);
  });

  test("keyword values may be quoted, escaped or empty", () => {
    expect(parseConnectionUrl("host=h user='a b' password='it\\'s \\\\ fine'").password).to.equal("it's \\ fine");
    expect(parseConnectionUrl("host=h user=u password=it\\'s").password).to.equal("it's");
    expect(parseConnectionUrl("host=h user=u password='' dbname=d")).to.include({ password: "", database: "d" });
  });

  test("what cannot be understood is refused, and not quoted", () => {
    for (const text of [
      "postgresql://u:secret@h:port/d",
      "postgresql://u:secret%zz@h/d",
      "postgresql://u:secret@h/d?sslmode=perhaps",
      "host=h password='secret",
      "secret",
      "host=h password=secret port=0",
    ]) {
      expect(() => parseConnectionUrl(text), text)
        .to.throw(/^the connection URL/)
        .and.have.property("message")
        .that.not.includes("secret");
    }
  });
});
