import { strict as assert } from "node:assert";
import { test } from "node:test";
import { signCallerIdentity } from "./signed-identity.ts";

const request = {
  key: { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" },
  url: "http://127.0.0.1:4566",
  region: "us-east-1",
  date: Date.parse("2026-01-31T12:00:00Z"),
};

test("a signed identity request consists of method, URL, body and headers", async () => {
  const evidence = await signCallerIdentity(request);
  assert.equal(evidence.iam_http_request_method, "POST");
  assert.equal(text(evidence.iam_request_url), "http://127.0.0.1:4566/");
  assert.equal(text(evidence.iam_request_body), "Action=GetCallerIdentity&Version=2011-06-15");
  const { authorization, ...headers } = headersOf(evidence);
  assert.deepEqual(headers, {
    "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    "content-length": "43",
    "x-amz-date": "20260131T120000Z",
  });
  assert.match(authorization ?? "", /Credential=AKIDEXAMPLE\/20260131\/us-east-1\/sts\/aws4_request, /);
  assert.match(authorization ?? "", /SignedHeaders=content-length;content-type;host;x-amz-date, /);
});

test("the same arguments give the same request, another second a different one", async () => {
  const evidence = await signCallerIdentity(request);
  assert.deepEqual(await signCallerIdentity(request), evidence);
  assert.notDeepEqual(await signCallerIdentity({ ...request, date: request.date + 1000 }), evidence);
});

test("the server ID is signed in the requested header", async () => {
  const own = headersOf(await signCallerIdentity({ ...request, serverId: "oslo" }));
  assert.equal(own["X-Svc-Cloud-IAM-Server-ID"], "oslo");
  assert.match(own.authorization ?? "", /SignedHeaders=[^,]*;x-svc-cloud-iam-server-id,/);
  const serverIdHeader = "X-Vault-AWS-IAM-Server-ID";
  const other = headersOf(await signCallerIdentity({ ...request, serverId: "oslo", serverIdHeader }));
  assert.equal(other[serverIdHeader], "oslo");
  assert.match(other.authorization ?? "", /;x-vault-aws-iam-server-id,/);
});

test("extra headers are signed; changes after signing affect headers, but not the signature", async () => {
  const extraHeaders = { "X-Amz-Extra": "1" };
  const signed = headersOf(await signCallerIdentity({ ...request, extraHeaders }));
  assert.match(signed.authorization ?? "", /;x-amz-extra,/);
  const afterSigning = { "x-amz-extra": "2", "X-Late": "3" };
  const changed = headersOf(await signCallerIdentity({ ...request, extraHeaders, afterSigning }));
  const { "X-Amz-Extra": _, ...rest } = signed;
  assert.deepEqual(changed, { ...rest, ...afterSigning });
});

function text(base64: string): string {
  return Buffer.from(base64, "base64").toString();
}

function headersOf(evidence: { iam_request_headers: string }): Record<string, string> {
  return JSON.parse(text(evidence.iam_request_headers)) as Record<string, string>;
}
