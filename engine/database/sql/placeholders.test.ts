import { test } from "node:test";
import { expect } from "chai";
import { mysqlStatements } from "../plugins/mysql/mysql-statements.ts";
import { fillStatements } from "./placeholders.ts";

const values = { name: 'a"b', password: "it's", expiration: "2027-01-15 08:00:00+0000" };

test("placeholders between quotes are quoted for their context", () => {
  const text = `CREATE ROLE "{{name}}" PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'; COMMENT ON ROLE "{{username}}" IS '{{name}}'`;
  expect(fillStatements([text], values)).to.deep.equal([
    `CREATE ROLE "a""b" PASSWORD 'it''s' VALID UNTIL '2027-01-15 08:00:00+0000'`,
    `COMMENT ON ROLE "a""b" IS 'a"b'`,
  ]);
});

test("other placeholders are inserted unchanged, unknown ones and ones without a value stay", () => {
  const texts = ["SELECT '{{name}} was here', {{ name }}, '{{other}}', '{{password}}'"];
  expect(fillStatements(texts, { name: "x" })).to.deep.equal([
    "SELECT 'x was here', {{ name }}, '{{other}}', '{{password}}'",
  ]);
});

test("an unquoted value that could end its context is refused, and the error does not contain a password", () => {
  for (const character of ['"', "'", "`", "\\", ";", "\n", "\0"]) {
    for (const [text, inserted] of [
      ["ALTER ROLE {{name}}", { name: `a${character}b` }],
      ["SELECT 'by {{username}}'", { name: `a${character}b` }],
      ["SELECT 'x{{password}}'", { name: "a", password: `secret${character}` }],
    ] as const) {
      expect(() => fillStatements([text], inserted), text)
        .to.throw(/^\{\{\w+\}\} stands in a statement without quotes of its own/)
        .and.satisfy(({ message }: Error) => !message.includes("secret"));
      expect(() => mysqlStatements([text], inserted), text).to.throw(/without quotes of its own/);
    }
  }
});

test("an inserted value is neither split nor scanned for placeholders", () => {
  expect(fillStatements([`A '{{password}}'`], { name: "n", password: "a;{{name}}$&" })).to.deep.equal([
    "A 'a;{{name}}$&'",
  ]);
});
