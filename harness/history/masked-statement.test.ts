import { suite, test } from "node:test";
import { expect } from "chai";
import { maskedStatement } from "./masked-statement.ts";

suite("a statement is shown without texts that may be passwords", () => {
  const cases: readonly (readonly [string, string, readonly string[], object?])[] = [
    [
      `CREATE ROLE "v-1" LOGIN PASSWORD 'it''s-long' VALID UNTIL '2026-11-22 10:00:00+00'`,
      `CREATE ROLE "v-1" LOGIN PASSWORD '•••' VALID UNTIL '2026-11-22 10:00:00+00'`,
      ["it's-long"],
    ],
    ["ALTER ROLE app PASSWORD 'x'", "ALTER ROLE app PASSWORD '•••'", ["x"]],
    [
      "SELECT make_user('app-user-17', 'a-long-password')",
      "SELECT make_user('app-user-17', '•••')",
      ["a-long-password"],
      { subject: "app-user-17" },
    ],
    ["DO $x$ PERFORM a('b') $x$", "DO '•••'", [" PERFORM a('b') "]],
    [
      `CREATE USER 'ada'@'%' IDENTIFIED BY "secret;1"; SET PASSWORD FOR 'ada'@'%' = PASSWORD('two')`,
      `CREATE USER 'ada'@'%' IDENTIFIED BY '•••'; SET PASSWORD FOR 'ada'@'%' = PASSWORD('•••')`,
      ["secret;1", "two"],
      { hasDoubleQuotes: true },
    ],
    ["SET PASSWORD FOR 'ada'@'%' = 'x'", "SET PASSWORD FOR 'ada'@'%' = '•••'", ["x"], { hasDoubleQuotes: true }],
    [
      "CREATE USER ada IDENTIFIED  WITH 'sha256' BY 'x' -- IDENTIFIED BY 'a-long-password'\n",
      "CREATE USER ada IDENTIFIED  WITH 'sha256' BY '•••' /* ••• */\n",
      ["x", " IDENTIFIED BY 'a-long-password'"],
      { hasDoubleQuotes: true },
    ],
    [`CREATE ROLE "it's" PASSWORD  ('x')`, `CREATE ROLE "it's" PASSWORD  ('•••')`, ["x"]],
    // In PostgreSQL, a backslash is an ordinary character, except after an E; in MariaDB it escapes.
    ["SELECT a('\\', 'a-long-password')", "SELECT a('\\', '•••')", ["a-long-password"]],
    ["SELECT a(E'\\'a-long-password')", "SELECT a('•••')", ["\\'a-long-password"]],
    ["SELECT a('it\\'s long', 1)", "SELECT a('•••', 1)", ["it\\'s long"], { hasDoubleQuotes: true }],
    ["/* it's /* nested */ one */ PASSWORD 'x'", "/* ••• */ PASSWORD '•••'", [" it's /* nested */ one ", "x"]],
    ["SELECT $a$one$b$ and $a$, 1", "SELECT '•••', 1", ["one$b$ and "]],
    // An unterminated text may also be a password.
    ["PASSWORD 'a-long-password", "PASSWORD '•••'", ["a-long-password"]],
    ["SELECT $a$a-long-password", "SELECT '•••'", ["a-long-password"]],
    ["SELECT 1 /* a-long-password", "SELECT 1 /* ••• */", [" a-long-password"]],
    [
      String.raw`{"create": "it's", "password" : "a \"long\" 'one", "roles": ["password", "other"]}`,
      `{"create": "it's", "password" : '•••', "roles": ["password", "other"]}`,
      [`a "long" 'one`],
    ],
    [`{"mark": "password", "password":""}`, `{"mark": "password", "password":'•••'}`, [""]],
    ['["ACL","SETUSER","ada","on",">pass","~*"]', '["ACL","SETUSER","ada","on",">•••","~*"]', ["pass"]],
  ];
  for (const [statement, shown, taken, options] of cases) {
    test(statement, () => {
      const masked = maskedStatement(statement, options);
      expect(masked.shown).to.equal(shown);
      expect(masked.taken.map(({ text }) => text)).to.deep.equal(taken);
    });
  }
});
