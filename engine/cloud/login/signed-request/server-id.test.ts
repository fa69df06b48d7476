import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { signedHeaders } from "../../fixture.suite.ts";
import { awsProvider, cloudProvider } from "../../provider.ts";
import { requireServerId } from "./server-id.ts";
import { readSignedHeaders } from "./signed-headers.ts";

const check = (headers: JsonObject, expected = "vault.example.com", provider = awsProvider) =>
  requireServerId(readSignedHeaders(headers), expected, provider);
const about = "error validating X-Vault-AWS-IAM-Server-ID header:";

for (const name of ["X-Vault-AWS-IAM-Server-ID", "X-Svc-Cloud-IAM-Server-ID", "x-vault-aws-iam-server-id"]) {
  test(`CLOUD-SRVID-01: ${name} is accepted as the header`, () => {
    expect(() => check(signedHeaders({ [name]: "vault.example.com" }))).not.to.throw();
  });
}

test("CLOUD-SRVID-01: a request without the header is refused with the provider's header name", () => {
  expect(() => check(signedHeaders())).to.throw(`${about} missing header "X-Vault-AWS-IAM-Server-ID"`);
  expect(() => check(signedHeaders(), "a", cloudProvider)).to.throw(`missing header "X-Svc-Cloud-IAM-Server-ID"`);
});

for (const value of ["other", "vault.example.com2", "vault.example", "VAULT.EXAMPLE.COM", " vault.example.com", ""]) {
  test(`CLOUD-SRVID-02, -04: ${JSON.stringify(value)} is not the configured value`, () => {
    expect(() => check(signedHeaders({ "X-Vault-AWS-IAM-Server-ID": value }))).to.throw(
      `${about} expected "vault.example.com" but got another value`,
    );
  });
}

test("CLOUD-SRVID-04: several values are joined", () => {
  const headers = signedHeaders({ "X-Vault-AWS-IAM-Server-ID": ["a", "b"] });
  expect(() => check(headers, "a,b")).not.to.throw();
  expect(() => check(headers, "a")).to.throw("but got another value");
  const both = signedHeaders({ "X-Vault-AWS-IAM-Server-ID": "a", "X-Svc-Cloud-IAM-Server-ID": "b" });
  expect(() => check(both, "a")).to.throw("but got another value");
  expect(() => check(both, "b")).to.throw("but got another value");
});

test("CLOUD-SRVID-03: a header that was added after signing is refused", () => {
  const added = signedHeaders({ "X-Vault-AWS-IAM-Server-ID": "vault.example.com" }, { unsigned: true });
  expect(() => check(added)).to.throw(`${about} vault header wasn't signed`);
  expect(() => check(added, "vault.example.com", cloudProvider)).to.throw("ID header: svc header wasn't signed");
  expect(() => check({ ...added, Authorization: "AWS4-HMAC-SHA256 Credential=x, Signature=y" })).to.throw(
    "wasn't signed",
  );
});

test("CLOUD-SRVID-03: only a single list of signed headers is accepted", () => {
  const added = signedHeaders({ "X-Vault-AWS-IAM-Server-ID": "vault.example.com" }, { unsigned: true });
  const claims = "AWS4-HMAC-SHA256 SignedHeaders=x-vault-aws-iam-server-id";
  expect(() => check({ ...added, Authorization: [String(added.Authorization), claims] })).to.throw("wasn't signed");
  expect(() => check({ ...added, Authorization: [claims, String(added.Authorization)] })).to.throw("wasn't signed");
  expect(() => check({ ...added, authorization: claims })).to.throw("wasn't signed");
  const twice = [
    `${claims}, ${String(added.Authorization)}`,
    `${String(added.Authorization)}, ${claims.split(" ")[1]}`,
  ];
  for (const both of twice) expect(() => check({ ...added, Authorization: both })).to.throw("wasn't signed");
  const prefixed = String(added.Authorization).replace("SignedHeaders=", "SignedHeaders=x-vault-aws-iam-server-id-2;");
  expect(() => check({ ...added, Authorization: prefixed })).to.throw("wasn't signed");
});

test("CLOUD-SRVID-03: a second list of signed headers inside another part is refused", () => {
  const added = signedHeaders({ "X-Vault-AWS-IAM-Server-ID": "vault.example.com" });
  const right = String(added.Authorization);
  expect(() => check(added)).not.to.throw();
  for (const blank of [" ", "\t"]) {
    const hidden = right.replace(/ Credential=[^,]*/, (part) => `${part}${blank}SignedHeaders=host;x-amz-date`);
    expect(hidden).not.to.equal(right);
    expect(() => check({ ...added, Authorization: hidden })).to.throw("wasn't signed");
  }
});

test("CLOUD-SRVID-03: if both header names are sent, both must be signed", () => {
  const one = signedHeaders({ "X-Svc-Cloud-IAM-Server-ID": "a" });
  const both = { ...one, "X-Vault-AWS-IAM-Server-ID": "b" };
  expect(() => check(both, "a,b")).to.throw("wasn't signed");
});

test("CLOUD-SRVID-03: a request without Authorization is unsigned", () => {
  expect(() => check({ "X-Vault-AWS-IAM-Server-ID": "vault.example.com" })).to.throw(
    `${about} missing Authorization header`,
  );
});

test("CLOUD-SRVID-05: without a configured value, every header is accepted", () => {
  expect(() => check(signedHeaders(), "")).not.to.throw();
  expect(() => check(signedHeaders({ "X-Vault-AWS-IAM-Server-ID": "x" }, { unsigned: true }), "")).not.to.throw();
});
