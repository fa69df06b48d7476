import { test } from "node:test";
import { inspect } from "node:util";
import { expect } from "chai";
import { parsePostgresqlAddress } from "./postgresql-address.ts";

test("decodes percent-encoded credentials and database names", () => {
  expect(
    parsePostgresqlAddress("postgresql://o'hara%40home:a%2Fb%3Ac%25@db.test:5432/my%20shop?sslmode=disable"),
  ).to.deep.equal({
    user: "o'hara@home",
    password: "a/b:c%",
    database: "my shop",
  });
});

test("uses the user name as the default database", () => {
  expect(parsePostgresqlAddress("postgres://ada:x@db.test").database).to.equal("ada");
  expect(parsePostgresqlAddress("postgres://ada:x@db.test/").database).to.equal("ada");
});

test("refuses an invalid address without showing its contents", () => {
  const addresses = [
    "hush",
    "mysql://ada:hush@db.test",
    "postgresql://ada:hush%zz@db.test/x",
    "postgresql://ada:hush@:x",
  ];
  for (const address of addresses) {
    const shown = inspect(refusalOf(address), { showHidden: true, depth: null });
    expect(shown).to.contain("the address of the database");
    expect(shown.split("\n    at ")[0]).not.to.contain("hush");
    expect(refusalOf(address)).not.to.have.property("cause");
  }
});

function refusalOf(address: string): unknown {
  try {
    return parsePostgresqlAddress(address);
  } catch (error) {
    return error;
  }
}
