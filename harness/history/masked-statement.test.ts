import { suite, test } from "node:test";
import { expect } from "chai";
import { maskedStatement } from "./masked-statement.ts";

suite("a statement is shown without what may be a password", () => {
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
