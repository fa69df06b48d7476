import { test } from "node:test";
import { expect } from "chai";
import { isSamePostgresqlUser, postgresqlUser } from "./postgresql-user.ts";

test("the user is read from any position in the URL", () => {
  const details = { username: "root", password: "p" };
  for (const [connection_url, user] of [
    ["postgresql://{{username}}:{{password}}@db/shop", "root"],
    ["postgresql://own%65r:p@db/shop", "owner"],
    ["postgresql://other@db/shop?%75ser={{name}}", "root"],
    ["host=db user='o wner' password={{password}}", "o wner"],
    ["postgresql://db/shop", ""],
  ] as const) {
    expect(postgresqlUser({ ...details, connection_url })).to.equal(user);
  }
});

test("names are equal if the server treats them as the same name", () => {
  const same = (one: string, other: string, isUnquoted = false) => isSamePostgresqlUser(one, other, { isUnquoted });
  expect([same("root", "root"), same("ROOT", "root"), same("ROOT", "Root", true)]).to.deep.equal([true, false, true]);
  expect([same("ÄÖ", "äö", true), same("root ", "root"), same("", "root")]).to.deep.equal([false, false, false]);
  const long = "x".repeat(63);
  expect([same(`${long}y`, long), same(`${long.slice(1)}y`, long)]).to.deep.equal([true, false]);
  // The last character exceeds the limit and is dropped completely.
  expect(same(`${long.slice(1)}ü`, long.slice(1))).to.equal(true);
});
