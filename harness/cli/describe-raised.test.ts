import { test } from "node:test";
import { expect } from "chai";
import { describeAsJson, describeForPeople } from "#harness/cli/describe-raised.ts";

const raised = {
  clusters: [{ name: "Oslo", api: "http://127.0.0.1:8200", link: "http://127.0.0.1:8201", token: "it's me" }],
  databases: [{ kind: "postgresql", url: "postgresql://postgres:x@127.0.0.1:5432/postgres" }],
  cloud: { url: "http://127.0.0.1:4566", region: "r", account: "1", accessKeyId: "k", secretAccessKey: "s" },
};

test("programs get one line of JSON with all there is to know", () => {
  expect(describeAsJson(raised)).not.to.contain("\n");
  expect(JSON.parse(describeAsJson(raised))).to.deep.equal({
    clusters: [{ name: "Oslo", api: "http://127.0.0.1:8200", link: "http://127.0.0.1:8201", token: "it's me" }],
    databases: [{ kind: "postgresql", url: "postgresql://postgres:x@127.0.0.1:5432/postgres" }],
    cloud: { url: "http://127.0.0.1:4566", region: "r", account: "1", access_key_id: "k", secret_access_key: "s" },
  });
});

test("people get lines that a shell takes as they are", () => {
  const text = describeForPeople(raised);
  expect(text)
    .to.contain("  export VAULT_ADDR=http://127.0.0.1:8200\n")
    .and.contain("  export VAULT_TOKEN='it'\\''s me'\n");
  expect(text).to.contain("AWS_ENDPOINT_URL=http://127.0.0.1:4566").and.contain("AWS_SECRET_ACCESS_KEY=s");
});
