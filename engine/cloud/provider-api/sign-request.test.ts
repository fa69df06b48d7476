import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { formOf, signRequest } from "./sign-request.ts";

const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
const now = Date.UTC(2015, 7, 30, 12, 36);
const unsigned = {
  url: "https://iam.amazonaws.com/",
  service: "iam",
  region: "us-east-1",
  body: "Action=ListUsers&Version=2010-05-08",
  timeoutMilliseconds: 1,
};

test("a request is signed as the AWS SDK signs it", () => {
  // Produced with @smithy/signature-v4 5.7.5
  const { headers, ...others } = signRequest(unsigned, { credentials, now, cryptography });
  expect(others).to.deep.equal({ method: "POST", url: unsigned.url, body: unsigned.body, timeoutMilliseconds: 1 });
  expect(headers).to.deep.equal([
    ["content-type", "application/x-www-form-urlencoded; charset=utf-8"],
    ["host", "iam.amazonaws.com"],
    ["x-amz-date", "20150830T123600Z"],
    [
      "authorization",
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d76d0de3e0ffe5a7a23cfce21b99d6f4e5060aad86bd9dc7c617f224e5b492a",
    ],
  ]);
});

test("a session token is signed as well", () => {
  const session = { ...credentials, sessionToken: "FwoG" };
  const { headers } = signRequest(unsigned, { credentials: session, now, cryptography });
  expect(headers).to.deep.include(["x-amz-security-token", "FwoG"]);
  expect(new Map(headers).get("authorization")).to.include(
    "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, ",
  );
});

test("a form escapes all reserved characters", () => {
  expect(formOf({ A: "a b&c=d+e", "B.1": "*'()~ü" })).to.equal("A=a%20b%26c%3Dd%2Be&B.1=%2A%27%28%29~%C3%BC");
});
