import { test } from "node:test";
import { expect } from "chai";
import { signedHeaders } from "../../fixture.suite.ts";
import { requirePermitted } from "./permitted-headers.ts";
import { readSignedHeaders } from "./signed-headers.ts";

const check = (more: Record<string, string>, allowed: readonly string[] = []) =>
  requirePermitted(readSignedHeaders(signedHeaders(more)), allowed);

test("CLOUD-STSHDR-01, -04: headers of an identity lookup are always permitted", () => {
  for (const allowed of [[], ["X-Amz-Other"]]) {
    expect(() => check({ "X-Amz-User-Agent": "a", "X-Amz-Content-Sha256": "b", Accept: "c" }, allowed)).not.to.throw();
  }
});

test("CLOUD-STSHDR-02: other headers of the provider are refused, in any case", () => {
  expect(() => check({ "x-amz-EVIL": "5ecre7" })).to.throw(/^invalid request header: X-Amz-Evil$/);
});

test("CLOUD-STSHDR-03: configured headers are permitted, in any case", () => {
  const allowed = ["X-Amz-A", "X-Amz-B"];
  expect(() => check({ "x-amz-a": "1" }, allowed)).not.to.throw();
  expect(() => check({ "X-AMZ-A": "1", "X-Amz-B": "2" }, allowed)).not.to.throw();
  expect(() => check({ "X-Amz-C": "1" }, allowed)).to.throw("invalid request header: X-Amz-C");
});

test("CLOUD-STSHDR-05: the server-ID header is permitted without configuration", () => {
  expect(() => check({ "X-Vault-AWS-IAM-Server-ID": "a", "X-Svc-Cloud-IAM-Server-ID": "a" })).not.to.throw();
});
