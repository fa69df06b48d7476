import { test } from "node:test";
import { expect } from "chai";
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

test("a value is never split or looked at for placeholders", () => {
  expect(fillStatements([`A '{{password}}'`], { name: "n", password: "a;{{name}}$&" })).to.deep.equal([
    "A 'a;{{name}}$&'",
  ]);
});
