import { suite, test } from "node:test";
import { expect } from "chai";
import { maskUrl } from "#engine/database/connections/connection-url.ts";
import { postgresql } from "#engine/database/plugins/postgresql/postgresql.ts";
import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import { parseConnectionUrl } from "./connection-url.ts";

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
      "host=h password=secret port=0",
      "host=h password=secret connect_timeout=61",
    ]) {
      expect(() => parseConnectionUrl(text), text)
        .to.throw(/^the connection URL/)
        .and.have.property("message")
        .that.not.includes("secret");
    }
  });
});

suite("the parsers of connection URLs in the engine and in the driver", () => {
  /** Password that is easy to find in output. */
  const secret = "SECRETsecret";

  /** Yields pseudo-random URLs of difficult pieces, the same in every run. */
  function* texts(count: number): Generator<string> {
    const pieces = [
      ...[
        "user",
        "password",
        "%70assword",
        "host",
        "dbname",
        "port",
        "5432",
        "db",
        "a",
        "{{password}}",
        secret,
        secret,
      ],
      ...["=", "=", ":", ":", "@", "@", "/", "?", "&", "#", "%", "%40", "+", " ", "'", "\\", "\t", "\n", "[::1]", ","],
    ];
    let state = 7;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % limit;
    };
    for (let i = 0; i < count; i++) {
      const text = Array.from({ length: 1 + below(12) }, () => pieces[below(pieces.length)]).join("");
      yield ["postgresql://", "postgres://", "", "host=db "][below(4)] + text;
    }
  }

  function attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch {
      return undefined;
    }
  }

  test("never show a password, and agree on all URLs that both accept", () => {
    let [passwords, agreed] = [0, 0];
    for (const text of texts(50_000)) {
      const address = attempt(() => postgresqlAddress({ connection_url: text }));
      const shown = maskUrl(text, postgresql.passwordsIn(text));
      const directly = attempt(() => parseConnectionUrl(text));
      const login = address === undefined ? undefined : attempt(() => parseConnectionUrl(address));
      for (const used of [login, directly]) {
        if (!used?.password.includes(secret)) continue;
        passwords += 1;
        expect(shown.split(secret).length, `${JSON.stringify(text)} is shown as ${shown}`).to.be.at.most(
          text.split(secret).length - 1,
        );
      }
      if (!login || !directly || text.includes("{{")) continue;
      agreed += 1;
      expect(login, JSON.stringify(text)).to.deep.equal(directly);
    }
    expect(passwords).to.be.above(100);
    expect(agreed).to.be.above(100);
  });
});
