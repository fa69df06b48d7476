import { test } from "node:test";
import { expect } from "chai";
import { postgresql } from "../plugins/postgresql/postgresql.ts";
import { fillUrl, maskUrl } from "./connection-url.ts";

const url = "postgresql://{{username}}:{{password}}@db/shop";

test("DB-CONFIG-19, -23: username and name both insert the user, and special characters are escaped", () => {
  const filled = "postgresql://a%20b:p%40ss%3Aw%2Frd%3F%25%23@db/shop";
  const details = { username: "a b", password: "p@ss:w/rd?%#" };
  expect(fillUrl(url, details)).to.equal(filled);
  expect(fillUrl(url.replace("{{username}}", "{{name}}"), details)).to.equal(filled);
});

test("DB-CONFIG-24: disable_escaping inserts values unchanged", () => {
  const filled = fillUrl("user={{name}} password={{password}}", {
    username: "a",
    password: "$&%@",
    disable_escaping: true,
  });
  expect(filled).to.equal("user=a password=$&%@");
});

test("a password that looks like a template is not filled in again", () => {
  expect(fillUrl(url, { username: "{{password}}", password: "x", disable_escaping: true })).to.equal(
    "postgresql://{{password}}:x@db/shop",
  );
});

const shownUrl = (written: string) => maskUrl(written, postgresql.passwordsIn(written));

test("DB-CONFIG-21: a literal password is masked, in every position and encoding", () => {
  for (const [written, shown] of [
    ["postgresql://user:secret@db/shop", "postgresql://user:xxxxx@db/shop"],
    ["postgresql://us@er:secret@db/shop", "postgresql://us@er:xxxxx@db/shop"],
    ["postgresql://user:se@cret@db/shop", "postgresql://user:xxxxx@db/shop"],
    ["postgresql://user:se:cr%65t@[::1]:5432/shop", "postgresql://user:xxxxx@[::1]:5432/shop"],
    ["postgresql://{{username}}:secret@db", "postgresql://{{username}}:xxxxx@db"],
    ["postgresql://{{username}}:{{password}}secret@db", "postgresql://{{username}}:xxxxx@db"],
    ["postgresql://db/shop?user=a&password=secret&x=1", "postgresql://db/shop?user=a&password=xxxxx&x=1"],
    ["postgresql://db/shop?%70assword=secret", "postgresql://db/shop?%70assword=xxxxx"],
    [
      "postgresql://db?password=a&sslpassword=secret&PassWord=b",
      "postgresql://db?password=xxxxx&sslpassword=xxxxx&PassWord=xxxxx",
    ],
    ["host=db password=secret user=a", "host=db password=xxxxx user=a"],
    ["host=db password=s'ecret user=a", "host=db password=xxxxx user=a"],
    ["host=db password = 'se cr\\'et' user=a", "host=db password = xxxxx user=a"],
    ["password='' password=secret\thost=db", "password='' password=xxxxx\thost=db"],
  ] as const) {
    expect(shownUrl(written), written).to.equal(shown);
  }
});

test("an invalid URL is masked completely, because any part may be a password", () => {
  for (const written of [
    "postgresql://user:se@cr/et@db/shop",
    "postgresql://user:123?secret@db/shop",
    "postgresql://user:123#secret@db/shop",
    "postgresql://user:sec\nret@db/shop",
    "postgresql://db/shop?pass\tword=secret",
    "postgresql://user:secret%@db/shop",
    "mysql://user:secret@db",
    "host=db password='secret",
    "secret",
    "",
    `host=db password=${"x".repeat(64 * 1024)}`,
  ]) {
    expect(shownUrl(written), written).to.equal("xxxxx");
  }
});

test("templates and URLs without a password are shown unchanged", () => {
  for (const shown of [
    url,
    "postgresql://user@db:5432/shop",
    "postgresql://db/shop",
    "postgresql://db/shop?password={{password}}&sslmode=disable",
    "user={{name}} password='{{password}}'",
  ]) {
    expect(shownUrl(shown)).to.equal(shown);
  }
});
