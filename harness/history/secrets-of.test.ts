import { test } from "node:test";
import { expect } from "chai";
import { valuesOf } from "./secrets-of.ts";

test("unguessable values are secrets, and the address of a server is not", () => {
  const body = {
    sts_endpoint: "http://127.0.0.1:40971",
    iam_endpoint: "https://iam.example.com/",
    connection_url: "postgresql://ada:s3cr3t@127.0.0.1:5432/postgres",
    endpoint: "https://ada:s3cr3t@ec2.example.com/",
    nested: { value: "kR9vT2xLq8ZsWm4N" },
  };
  expect([...valuesOf(body)]).to.deep.equal([body.connection_url, body.endpoint, body.nested.value]);
});
