import { suite, test } from "node:test";
import { expect } from "chai";
import { parseConnectionUrl } from "./postgresql-login.ts";

suite("a PostgreSQL connection URL", () => {
  test("all parts are parsed and percent-decoded", () => {
    expect(
      parseConnectionUrl(
        "postgresql://a%40b:p%2F%25@db.example:5433/my%20db?sslmode=require&application_name=x&connect_timeout=9",
      ),
    ).to.deep.equal({
      host: "db.example",
      port: 5433,
      user: "a@b",
      password: "p/%",
      database: "my db",
      applicationName: "x",
      encryption: "any",
      connectMilliseconds: 9_000,
    });
  });

  test("missing parts have PostgreSQL's defaults", () => {
    expect(parseConnectionUrl("postgres://ada@[::1]")).to.include({
      host: "::1",
      port: 5432,
      user: "ada",
      password: "",
      database: "ada",
      encryption: "none",
      connectMilliseconds: undefined,
    });
  });

  test("keyword values need no escaping of passwords", () => {
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

  test("an invalid URL is refused without being quoted", () => {
    for (const text of [
      "postgresql://u:secret@h:port/d",
      "postgresql://u:secret%zz@h/d",
      "postgresql://u:secret@h/d?sslmode=perhaps",
      "host=h password='secret",
      "secret",
      ...["0", "65536", "0x10", "here"].map((port) => `host=h password=secret port=${port}`),
      "host=h password=secret connect_timeout=61",
    ]) {
      expect(() => parseConnectionUrl(text), text)
        .to.throw(/^the connection URL/)
        .and.have.property("message")
        .that.not.includes("secret");
    }
  });
});
