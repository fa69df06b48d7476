import { test } from "node:test";
import { expect } from "chai";
import { postgresqlAddress } from "./postgresql-address.ts";

const settingsOf = (details: Parameters<typeof postgresqlAddress>[0]) => postgresqlAddress(details).settings;

const raw = { username: "root", password: "p%@ '\\x", disable_escaping: true };

test("a list of settings is filled in and unquoted", () => {
  const connection_url = "host=db port=5433 user={{username}} password='p%@ \\'\\\\x' dbname=shop sslmode=disable";
  expect(settingsOf({ ...raw, connection_url })).to.deep.equal({
    host: "db",
    port: "5433",
    user: "root",
    password: "p%@ '\\x",
    dbname: "shop",
    sslmode: "disable",
  });
  expect(settingsOf({ connection_url: "user = root" })).to.deep.equal({ user: "root" });
  expect(settingsOf({ connection_url: "host=/run/pg user=root" })).to.deep.equal({ host: "/run/pg", user: "root" });
});

test("a URL is filled in and decoded", () => {
  const connection_url = "postgres://{{name}}:{{password}}@db/shop?sslmode=disable";
  expect(settingsOf({ connection_url, username: "a", password: "b c" })).to.deep.equal({
    user: "a",
    password: "b c",
    host: "db",
    dbname: "shop",
    sslmode: "disable",
  });
  expect(settingsOf({ connection_url: "POSTGRES://us@er:p:w@:5433?user=o+ther&%70ort=1" })).to.deep.equal({
    user: "o ther",
    password: "p:w",
    port: "1",
  });
  expect(settingsOf({ connection_url: "postgresql://%2Frun%2Fpg/d?password=a" })).to.deep.equal({
    host: "/run/pg",
    dbname: "d",
    password: "a",
  });
});

test("an empty connection_url, and one that is neither URL nor settings, is refused", () => {
  expect(() => postgresqlAddress({})).to.throw("connection_url cannot be empty");
  for (const connection_url of ["mysql://db", "host=db 'and more", "host=db =x", "db"]) {
    expect(() => postgresqlAddress({ connection_url })).to.throw("neither");
  }
});

test("connect_timeout is a limited number of seconds", () => {
  for (const seconds of ["0", "7", "60"]) {
    const connection_url = `postgresql://db?connect_timeout=${seconds}`;
    expect(settingsOf({ connection_url })).to.deep.equal({ host: "db", connect_timeout: seconds });
  }
  for (const text of ["61", "-1", "soon", "1.5", "{{password}}"]) {
    expect(() => postgresqlAddress({ connection_url: `host=db connect_timeout=${text}`, password: "hush" })).to.throw(
      "invalid connect_timeout: it is a number of seconds from 0 to 60, 0 being the usual time",
    );
  }
});
