import { suite, test } from "node:test";
import { expect } from "chai";
import { maskUrl } from "../../connections/connection-url.ts";
import { connectionSettings } from "./postgresql-settings.ts";

suite("the settings of a PostgreSQL connection", () => {
  const secret = "SECRETsecret";

  /** Yields pseudorandom URLs and lists of settings, which are difficult to parse; the same texts in every run. */
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

  test("never show a password", () => {
    let passwords = 0;
    for (const text of texts(50_000)) {
      const settings = connectionSettings(text);
      if (!settings?.values.password?.includes(secret)) continue;
      passwords += 1;
      const shown = maskUrl(text, settings.passwords);
      expect(shown.split(secret).length, `${JSON.stringify(text)} is shown as ${shown}`).to.be.at.most(
        text.split(secret).length - 1,
      );
    }
    expect(passwords).to.be.above(100);
  });
});
