import { strict as assert } from "node:assert";
import { test } from "node:test";
import { canonicalPath, canonicalQuery, canonicalRequest } from "./canonical-request.ts";

test("a canonical request has a blank line after the headers and ends with the body's hash", () => {
  const request = {
    method: "POST",
    target: "/",
    headers: [
      ["X-AMZ-Date", "20150830T123600Z"],
      ["Host", "sts.amazonaws.com"],
      ["User-Agent", "not signed"],
    ] as const,
    body: "",
  };
  const text = `POST
/

host:sts.amazonaws.com
x-amz-date:20150830T123600Z

host;x-amz-date
e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`;
  assert.equal(canonicalRequest(request, ["host", "x-amz-date"]), text);
});

test("a path is normalized and encoded once more", () => {
  const paths = {
    "": "/",
    "//": "/",
    "/a/./b/../c": "/a/c",
    "/../../a": "/a",
    "/a//b/": "/a/b/",
    "/a/..": "/",
    "/a%20b": "/a%2520b",
    "/a b~c_d-e.f": "/a%20b~c_d-e.f",
    "/(a)*'!": "/%28a%29%2A%27%21",
  };
  for (const [path, canonical] of Object.entries(paths)) assert.equal(canonicalPath(path), canonical);
});

test("a query is encoded again, and sorted by name and then by value", () => {
  const queries = {
    "": "",
    "b=2&a=1": "a=1&b=2",
    "a=2&a=10&a=1": "a=1&a=10&a=2",
    "a&b=": "a=&b=",
    "A=1&a=1&B=1": "A=1&B=1&a=1",
    "a=x=y": "a=x%3Dy",
    "a=b+c&d=%2f": "a=b%2Bc&d=%2F",
    "%61=%7e": "a=~",
    "a=1&a-b=1": "a=1&a-b=1",
  };
  for (const [query, canonical] of Object.entries(queries)) assert.equal(canonicalQuery(query), canonical);
});

test("a query that is not percent-encoded UTF-8 is refused", () => {
  assert.throws(() => canonicalQuery("a=%ff"), { code: "MalformedQueryString" });
  assert.throws(() => canonicalQuery("%=1"), { code: "MalformedQueryString" });
});
