import { test } from "node:test";
import { expect } from "chai";
import { fillUrl, maskUrl } from "./connection-url.ts";

const url = "postgresql://{{username}}:{{password}}@db/shop";

test("DB-CONFIG-19, -23: both names stand for the user, and special characters are escaped", () => {
  const filled = "postgresql://a%20b:p%40ss%3Aw%2Frd%3F%25%23@db/shop";
  const details = { username: "a b", password: "p@ss:w/rd?%#" };
  expect(fillUrl(url, details)).to.equal(filled);
  expect(fillUrl(url.replace("{{username}}", "{{name}}"), details)).to.equal(filled);
});

test("DB-CONFIG-24: with disable_escaping nothing is altered", () => {
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

test("DB-CONFIG-21: a password that is written out is masked, wherever it stands", () => {
  for (const [written, shown] of [
    ["postgresql://user:secret@db/shop", "postgresql://user:xxxxx@db/shop"],
    ["postgresql://user:se@cr/et@db/shop", "postgresql://user:xxxxx@db/shop"],
    ["postgresql://{{username}}:secret@db", "postgresql://{{username}}:xxxxx@db"],
    ["postgresql://db/shop?user=a&password=secret&x=1", "postgresql://db/shop?user=a&password=xxxxx&x=1"],
    ["host=db password=secret user=a", "host=db password=xxxxx user=a"],
    ["host=db password = 'se cr\\'et' user=a", "host=db password = xxxxx user=a"],
  ] as const) {
    expect(maskUrl(written)).to.equal(shown);
  }
});

test("templates and URLs without a password are shown as they are", () => {
  for (const shown of [
    url,
    "postgresql://user@db:5432/shop",
    "postgresql://db/shop",
    "user={{name}} password='{{password}}'",
  ]) {
    expect(maskUrl(shown)).to.equal(shown);
  }
});
