import { test } from "node:test";
import { expect } from "chai";
import { postgresqlAddress } from "./postgresql-address.ts";

const raw = { username: "root", password: "p%@ '\\x", disable_escaping: true };

test("a list of settings becomes the equivalent URL", () => {
  const connection_url = "host=db port=5433 user={{username}} password='p%@ \\'\\\\x' dbname=shop sslmode=disable";
  expect(postgresqlAddress({ ...raw, connection_url })).to.equal(
    "postgresql://root:p%25%40%20'%5Cx@db:5433/shop?sslmode=disable",
  );
  expect(postgresqlAddress({ connection_url: "user = root" })).to.equal("postgresql://root@localhost/");
  expect(postgresqlAddress({ connection_url: "host=/run/pg user=root" })).to.equal(
    "postgresql://root@/?host=%2Frun%2Fpg",
  );
});

test("a URL is filled in and normalized", () => {
  const connection_url = "postgres://{{name}}:{{password}}@db/shop?sslmode=disable";
  expect(postgresqlAddress({ connection_url, username: "a", password: "b c" })).to.equal(
    "postgresql://a:b%20c@db/shop?sslmode=disable",
  );
  expect(postgresqlAddress({ connection_url: "POSTGRES://us@er:p:w@:5433?user=o+ther&%70ort=1" })).to.equal(
    "postgresql://o%20ther:p%3Aw@localhost:1/",
  );
  expect(postgresqlAddress({ connection_url: "postgresql://%2Frun%2Fpg/d?password=a" })).to.equal(
    "postgresql://:a@/d?host=%2Frun%2Fpg",
  );
});

test("an empty connection_url, and one that is neither URL nor settings, is refused", () => {
  expect(() => postgresqlAddress({})).to.throw("connection_url cannot be empty");
  for (const connection_url of ["mysql://db", "host=db 'and more", "host=db =x", "db"]) {
    expect(() => postgresqlAddress({ connection_url })).to.throw("neither");
  }
});

test("connect_timeout is a limited number of seconds", () => {
  for (const seconds of ["0", "7", "60"]) {
    expect(postgresqlAddress({ connection_url: `postgresql://db?connect_timeout=${seconds}` })).to.equal(
      `postgresql://db/?connect_timeout=${seconds}`,
    );
  }
  for (const text of ["61", "-1", "soon", "1.5", "{{password}}"]) {
    expect(() => postgresqlAddress({ connection_url: `host=db connect_timeout=${text}`, password: "hush" })).to.throw(
      "invalid connect_timeout: it is a number of seconds from 0 to 60, 0 being the usual time",
    );
  }
});
