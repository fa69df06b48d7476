import { test } from "node:test";
import { expect } from "chai";
import { mysqlStatements } from "../plugins/mysql/mysql-statements.ts";
import { fillStatements } from "./placeholders.ts";

const values = { name: 'a"b', password: "it's", expiration: "2027-01-15 08:00:00+0000" };

test("placeholders between quotes are quoted for their place", () => {
  const text = `CREATE ROLE "{{name}}" PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'; COMMENT ON ROLE "{{username}}" IS '{{name}}'`;
  expect(fillStatements([text], values)).to.deep.equal([
    `CREATE ROLE "a""b" PASSWORD 'it''s' VALID UNTIL '2027-01-15 08:00:00+0000'`,
    `COMMENT ON ROLE "a""b" IS 'a"b'`,
  ]);
});

test("placeholders elsewhere are put in as they are, unknown ones and ones without a value stay", () => {
  const texts = ["SELECT '{{name}} was here', {{ name }}, '{{other}}', '{{password}}'"];
  expect(fillStatements(texts, { name: "x" })).to.deep.equal([
    "SELECT 'x was here', {{ name }}, '{{other}}', '{{password}}'",
  ]);
});

test("a value that would end what it stands in is refused without quotes of its own, and a password is not quoted", () => {
  for (const sign of ['"', "'", "`", "\\", ";", "\n", "\0"]) {
    for (const [text, placed] of [
      ["ALTER ROLE {{name}}", { name: `a${sign}b` }],
      ["SELECT 'by {{username}}'", { name: `a${sign}b` }],
      ["SELECT 'x{{password}}'", { name: "a", password: `secret${sign}` }],
    ] as const) {
      expect(() => fillStatements([text], placed), text)
        .to.throw(/^\{\{\w+\}\} stands in a statement without quotes of its own/)
        .and.satisfy(({ message }: Error) => !message.includes("secret"));
      expect(() => mysqlStatements([text], placed), text).to.throw(/without quotes of its own/);
    }
  }
});

test("a value is never split or looked at for placeholders", () => {
  expect(fillStatements([`A '{{password}}'`], { name: "n", password: "a;{{name}}$&" })).to.deep.equal([
    "A 'a;{{name}}$&'",
  ]);
});
